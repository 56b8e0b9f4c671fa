import type { DeskDecision, DeskQueue, Superseded } from '../../../desk/queue.ts'
import type { Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { credit, creditPayment, findMatches, link, linkPayment, settleAround } from './credit.ts'
import { paymentEntries, questionOf, referencesIn, transferEntries } from './entries.ts'
import { readSlipsOf } from './equal-slips-store.ts'
import { readMatchLimits } from './match-store.ts'
import { selectTransferMatches } from './payment-match-store.ts'
import { lockPayment, selectInDoubt, waitingEvents } from './payment-store.ts'
import { numbersOf, readFormerId, readReportId } from './report-id.ts'
import { reversesMatches } from './reversal.ts'
import { paymentEnd, transferEnd } from './review-ends.ts'
import { lockWaiting, selectWaiting, waitingTransfers } from './review-store.ts'
import { findSettledElsewhere } from './store.ts'
import { suspendWaiting } from './suspense.ts'

/**
 * Reports that may be money which was credited already: slip, feed and a gateway report an equal amount at nearly the
 * same time, under different references (rules.md §5.2, §5.3). Approving says that the money is different, and
 * credits it. Refusing says that it is the same: the report is matched, and nothing is credited.
 */
export function matchDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    ...reversesMatches(context),
    name: 'bank-twin',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingTransfers('in-doubt', `'bank-' || id`), waitingEvents('in-doubt', `'qr-' || id`)],
    async entries(ids) {
      const reports = ids.map(readReportId)
      const transfers = await selectWaiting(db, 'in-doubt', numbersOf('bank', reports))
      const payments = await selectInDoubt(db, numbersOf('qr', reports))
      return [
        ...(await transferEntries(context, transfers, true)),
        ...(await paymentEntries(context, payments)),
      ]
    },
    evidence: async (entry) => ({ slips: await readSlipsOf(context, referencesIn(entry)) }),
    async ended(id) {
      const report = readReportId(id)
      const [about, ...matches] = report ? [report] : (readFormerId(id) ?? [])
      if (!about || (!report && matches.length === 0)) return undefined
      return (about.kind === 'qr' ? paymentEnd : transferEnd)(db, about.number, matches)
    },
    async decide(tx, id, decision) {
      const about = readReportId(id)
      if (!about) throw new Refusal('NO_DATA')
      const decideReport = about.kind === 'qr' ? decidePayment : decideTransfer
      const superseded = await decideReport(context, tx, about.number, decision)
      await suspendWaiting(context, tx)
      return superseded
    },
  }
}

async function decideTransfer(
  context: Context,
  tx: Tx,
  number: number,
  { choice, operatorId, question }: DeskDecision,
): Promise<Superseded | undefined> {
  const row = await lockWaiting(tx, 'in-doubt', number)
  const limits = await readMatchLimits(tx)
  const matches = await findMatches(tx, row, limits)
  const [match, ...others] = matches
  // The operator saw others, and may have meant another.
  if (!row.memberId || questionOf(matches) !== question) throw new Refusal('NO_DATA')
  const settlement = { memberId: row.memberId, operatorId }
  if (choice === 'approve') {
    const elsewhere = await findSettledElsewhere(tx, row)
    if (elsewhere) {
      await link(context, tx, row, [elsewhere], settlement, limits)
      return 'CREDITED'
    }
    await credit(context, tx, row, settlement, limits)
  } else if (match) await link(context, tx, row, [match, ...others], settlement, limits)
  // The setting was made smaller meanwhile: there is nothing left that it may be the same as.
  else throw new Refusal('NO_DATA')
  return undefined
}

async function decidePayment(
  context: Context,
  tx: Tx,
  number: number,
  { choice, operatorId, question }: DeskDecision,
): Promise<undefined> {
  const payment = await lockPayment(tx, 'in-doubt', number)
  const limits = await readMatchLimits(tx)
  const matches = (await selectTransferMatches(tx, [payment], limits)).get(payment.id) ?? []
  const [match, ...others] = matches
  if (!payment.memberId || questionOf(matches) !== question) throw new Refusal('NO_DATA')
  const settlement = { memberId: payment.memberId, operatorId }
  if (choice === 'approve') {
    await creditPayment(context, tx, payment, settlement)
    await settleAround(context, tx, { ...payment, at: payment.paidAt }, limits)
  } else if (match) await linkPayment(context, tx, payment, [match, ...others], settlement, limits)
  else throw new Refusal('NO_DATA')
  return undefined
}

import type { DeskEntry, DeskQueue, Superseded } from '../../../desk/queue.ts'
import type { Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { type MatchId, paymentEnd, transferEnd } from '../review-ends.ts'
import { credit, creditPayment, findMatches, link, linkPayment, settleAround } from './credit.ts'
import { matchIdOf, paymentEntries, referencesIn, transferEntries } from './entries.ts'
import { readSlipsOf } from './equal-slips-store.ts'
import { readMatchLimits } from './match-store.ts'
import { selectTransferMatches } from './payment-match-store.ts'
import { lockPayment, selectPayments, waitingEvents } from './payment-store.ts'
import { reversesMatches } from './reversal.ts'
import { countWaiting, findWaiting, lockWaiting, selectWaiting, waitingTransfers } from './review-store.ts'
import { findSettledElsewhere } from './store.ts'
import { suspendWaiting } from './suspense.ts'

interface Choice {
  choice: 'approve' | 'refuse'
  operatorId: string
}

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
    count: async () => (await countWaiting(db, 'in-doubt')) + (await countPaymentsInDoubt(context)),
    waiting: [waitingTransfers('in-doubt'), waitingEvents('in-doubt', `'qr' || id`)],
    // More candidates make another question and another id, which begins alike.
    outlined: {
      idIn: (id) => id.split('-')[0] ?? '',
      async find(outlineId) {
        const [about] = readIds(outlineId) ?? []
        return about && (await entriesAbout(context, about))[0]
      },
    },
    async list({ after, limit }) {
      // Transfers first, each kind by age.
      const last = readIds(after ?? '')?.[0]
      const rows = last?.kind === 'qr' ? [] : await selectWaiting(db, 'in-doubt', last?.number ?? 0, limit)
      const entries = await transferEntries(context, rows, true)
      const rest = limit - entries.length
      if (rest === 0) return entries
      const payments = await selectPayments(db, `e.state = 'in-doubt' and e.id > $1 order by e.id limit $2`, [
        last?.kind === 'qr' ? last.number : 0,
        rest,
      ])
      return [...entries, ...(await paymentEntries(context, payments))]
    },
    async find(id) {
      const [about] = readIds(id) ?? []
      const [entry] = about ? await entriesAbout(context, about) : []
      return entry?.id === id ? entry : undefined
    },
    evidence: async (entry) => ({ slips: await readSlipsOf(context, referencesIn(entry)) }),
    async ended(id) {
      const [about, ...matches] = readIds(id) ?? []
      if (!about || matches.length === 0) return undefined
      return (about.kind === 'qr' ? paymentEnd : transferEnd)(db, about.number, matches)
    },
    async decide(tx, id, decision) {
      const [about] = readIds(id) ?? []
      if (!about) throw new Refusal('NO_DATA')
      const superseded = await (about.kind === 'qr' ? decidePayment : decideTransfer)(
        context,
        tx,
        { id, number: about.number },
        decision,
      )
      await suspendWaiting(context, tx)
      return superseded
    },
  }
}

/** `12-9-qr7`: whether transfer 12 is transfer 9 or payment 7. */
const readIds = (text: string): MatchId[] | undefined =>
  /^(?:qr)?[1-9]\d{0,14}(?:-(?:qr)?[1-9]\d{0,14})*$/.test(text)
    ? text.split('-').map((one) => ({
        kind: one.startsWith('qr') ? 'qr' : 'bank',
        number: Number(one.replace('qr', '')),
      }))
    : undefined

async function countPaymentsInDoubt({ db }: Context): Promise<number> {
  const row = await db
    .selectFrom('qr_events')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('state', '=', 'in-doubt')
    .executeTakeFirst()
  return row?.count ?? 0
}

async function entriesAbout(context: Context, { kind, number }: MatchId): Promise<DeskEntry[]> {
  if (kind === 'qr') {
    return paymentEntries(
      context,
      await selectPayments(context.db, `e.state = 'in-doubt' and e.id = $1`, [number]),
    )
  }
  const row = await findWaiting(context.db, 'in-doubt', number)
  return transferEntries(context, row ? [row] : [], true)
}

async function decideTransfer(
  context: Context,
  tx: Tx,
  { id, number }: { id: string; number: number },
  { choice, operatorId }: Choice,
): Promise<Superseded | undefined> {
  const row = await lockWaiting(tx, 'in-doubt', number)
  const limits = await readMatchLimits(tx)
  const matches = await findMatches(tx, row, limits)
  const [match, ...others] = matches
  // The operator saw others, and may have meant another.
  if (!row.memberId || matchIdOf(row, matches) !== id) throw new Refusal('NO_DATA')
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
  { id, number }: { id: string; number: number },
  { choice, operatorId }: Choice,
): Promise<undefined> {
  const payment = await lockPayment(tx, 'in-doubt', number)
  const limits = await readMatchLimits(tx)
  const matches = (await selectTransferMatches(tx, [payment], limits)).get(payment.id) ?? []
  const [match, ...others] = matches
  if (!payment.memberId || matchIdOf(payment, matches) !== id) throw new Refusal('NO_DATA')
  const settlement = { memberId: payment.memberId, operatorId }
  if (choice === 'approve') {
    await creditPayment(context, tx, payment, settlement)
    await settleAround(context, tx, { ...payment, at: payment.paidAt }, limits)
  } else if (match) await linkPayment(context, tx, payment, [match, ...others], settlement, limits)
  else throw new Refusal('NO_DATA')
  return undefined
}

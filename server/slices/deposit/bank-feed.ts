import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type MemberAccount, matchSender, readAccountNo, visibleDigits } from './rules.ts'
import {
  type HouseAccount,
  insertTransfer,
  markContradiction,
  markFed,
  type Report,
  selectMemberAccounts,
  type TransferState,
} from './store.ts'
import {
  lockAmount,
  lockReference,
  lockTransfer,
  readTwinLimits,
  selectElsewhere,
  type Transfer,
  unlink,
} from './twin-store.ts'
import { settle, settleAround } from './twins.ts'

/**
 * Takes in a transfer that the bank reports, and credits it to the member who sent it (rules.md §5.2), unless a slip was
 * credited for it. The row of the transfer and the money commit together; whoever dies on the way leaves nothing, and the
 * bank reports again.
 * What contradicts an earlier report is no repetition and may be money of its own: it waits for a person.
 * @returns what became of it, however often it is reported
 * @throws a database error: nothing was written, or it is unknown; reporting again is safe
 */
export async function receiveTransfer(
  context: Context,
  house: HouseAccount,
  report: Report,
): Promise<TransferState> {
  const { db, clock, log, settings } = context
  // Read before the transaction: on the embedded database nothing else is answered while it is open.
  const least = await settings.get(visibleDigits)
  const about = { accountNo: house.accountNo, reference: report.reference }
  return db.transaction().execute(async (tx) => {
    await lockAmount(tx, house.accountNo, report.amountMinor)
    const id = await insertTransfer(tx, house, report, clock.now())
    const known = await lockReference(tx, house.accountNo, report.reference)
    if (!known) throw new Error(`transfer ${report.reference} is gone`)
    if (id === undefined && !isRepeated(known, report)) {
      log.error({ ...about, known: known.id }, 'the bank reports a transfer again with other content')
      await insertTransfer(tx, house, beside(report), clock.now(), known.id)
      return 'unmatched'
    }
    if (id === undefined) return meetSlip(context, tx, known)
    const elsewhere = await selectElsewhere(tx, house.accountNo, report.reference)
    const same = elsewhere.find((other) => isRepeated(other, report))
    if (same) {
      log.error({ ...about, known: same.id }, 'the bank reports a transfer to another account again')
      await markContradiction(tx, id, same.id)
      return 'unmatched'
    }
    const member = house.takesQr ? undefined : await findMember(tx, house, report, least)
    if (!member) {
      log.warn(about, 'bank transfer unmatched')
      return 'unmatched'
    }
    return settle(context, tx, known, { memberId: member.memberId }, await readTwinLimits(tx))
  })
}

/** Whether a report is what is known under its reference. Of what only a slip told, the amount alone can be compared. */
const isRepeated = (known: Transfer, { amountMinor, fromBank, fromAccountNo, sentAt }: Report): boolean =>
  known.amountMinor === amountMinor &&
  (known.fedAt === null ||
    known.slipId !== null ||
    (known.fromBank === fromBank &&
      known.fromAccountNo === fromAccountNo &&
      known.sentAt.getTime() === sentAt.getTime()))

/** A report under a reference that only it has, however often it comes. */
function beside(report: Report): Report {
  const { amountMinor, fromBank, fromAccountNo, sentAt, reference } = report
  const content = JSON.stringify([amountMinor, fromBank, fromAccountNo, sentAt.toISOString()])
  const mark = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { ...report, reference: `${reference}~${mark}` }
}

/**
 * A report under a reference that is known. The first one of a slip's transfer says that this is no other transfer of the
 * feed: what waited for that is credited.
 */
async function meetSlip(context: Context, tx: Tx, known: Transfer): Promise<TransferState> {
  if (known.fedAt !== null) return known.state
  await markFed(tx, known.id, context.clock.now())
  await unlink(tx, known.id)
  const met = await lockTransfer(tx, known.id)
  if (!met) throw new Error(`transfer ${known.id} is gone`)
  const limits = await readTwinLimits(tx)
  if (met.state === 'doubtful' && met.memberId) {
    return settle(context, tx, met, { memberId: met.memberId }, limits)
  }
  await settleAround(context, tx, met, limits)
  return met.state
}

async function findMember(
  tx: Tx,
  { currency }: HouseAccount,
  { fromBank, fromAccountNo: accountNo, fromName: name }: Report,
  least: number,
): Promise<MemberAccount | undefined> {
  const shown = readAccountNo(accountNo, least)
  if (!shown) return undefined
  const accounts = await selectMemberAccounts(tx, fromBank, shown.pattern)
  return matchSender({ accountNo, name }, currency, accounts, least)
}

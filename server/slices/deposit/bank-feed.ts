import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type MemberAccount, matchSender, readAccountNo, visibleDigits } from './rules.ts'
import {
  type HouseAccount,
  insertTransfer,
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
  type Transfer,
  unlink,
} from './twin-store.ts'
import { settle, settleAround } from './twins.ts'

/**
 * Takes in a transfer that the bank reports, and credits it to the member who sent it (rules.md §5.2), unless a slip was
 * credited for it. The row of the transfer and the money commit together; whoever dies on the way leaves nothing, and the
 * bank reports again.
 * @returns what became of it, however often it is reported; `conflict` when it was reported with another amount before,
 *   which changes nothing
 * @throws a database error: nothing was written, or it is unknown; reporting again is safe
 */
export async function receiveTransfer(
  context: Context,
  house: HouseAccount,
  report: Report,
): Promise<TransferState | 'conflict'> {
  const { db, clock, log, settings } = context
  // Read before the transaction: on the embedded database nothing else is answered while it is open.
  const least = await settings.get(visibleDigits)
  const about = { accountNo: house.accountNo, reference: report.reference }
  return db.transaction().execute(async (tx) => {
    await lockAmount(tx, house.accountNo, report.amountMinor)
    const id = await insertTransfer(tx, house, report, clock.now())
    const known = await lockReference(tx, house.accountNo, report.reference)
    if (!known) throw new Error(`transfer ${report.reference} is gone`)
    if (id === undefined) {
      if (known.amountMinor === report.amountMinor) return meetSlip(context, tx, known)
      log.error(
        { ...about, amountMinor: report.amountMinor, knownMinor: known.amountMinor },
        'the bank reports a transfer again with another amount',
      )
      return 'conflict'
    }
    const member = await findMember(tx, house, report, least)
    if (!member) {
      log.warn(about, 'bank transfer unmatched')
      return 'unmatched'
    }
    return settle(context, tx, known, { memberId: member.memberId }, await readTwinLimits(tx))
  })
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

import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type MemberAccount, matchSender, readAccountNo, visibleDigits } from './rules.ts'
import {
  findTransfer,
  type HouseAccount,
  insertTransfer,
  markCredited,
  type Report,
  selectMemberAccounts,
  type TransferState,
} from './store.ts'

/**
 * Takes in a transfer that the bank reports, and credits it to the member who sent it (rules.md §5.2). The row of the
 * transfer and the money commit together; whoever dies on the way leaves nothing, and the bank reports again.
 * @returns the first outcome, however often the same transfer is reported; `conflict` when it was reported with
 *   another amount before, which changes nothing
 * @throws a database error: nothing was written, or it is unknown; reporting again is safe
 */
export async function receiveTransfer(
  context: Context,
  house: HouseAccount,
  report: Report,
): Promise<TransferState | 'conflict'> {
  const { db, clock, ledger, log, settings } = context
  // Read before the transaction: on the embedded database nothing else is answered while it is open.
  const least = await settings.get(visibleDigits)
  const about = { accountNo: house.accountNo, reference: report.reference }
  return db.transaction().execute(async (tx) => {
    const id = await insertTransfer(tx, house, report, clock.now())
    if (id === undefined) {
      const known = await findTransfer(tx, house, report.reference)
      if (known.amountMinor === report.amountMinor) return known.state
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
    const key = `bank:${house.accountNo}:${report.reference}`
    const { memberId, currency: asset } = member
    const { amountMinor } = report
    await ledger.postIn(tx, {
      key,
      kind: 'deposit',
      memberId,
      legs: [
        { account: { house: `bank:${house.bankCode}` }, asset, amountMinor: -amountMinor },
        { account: { member: memberId, name: 'wallet' }, asset, amountMinor },
      ],
      meta: {
        source: 'bank-feed',
        bankCode: house.bankCode,
        ...about,
        fromBank: report.fromBank,
        sentAt: report.sentAt.toISOString(),
      },
    })
    await markCredited(tx, id, memberId, key)
    return 'credited'
  })
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

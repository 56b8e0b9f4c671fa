import { house } from '../../../ledger/public.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import type { OwnSource } from '../../house/public.ts'
import { legsInto } from '../posting.ts'
import { sourcesOf } from './journals.ts'
import { keepState, type Transfer } from './store.ts'

/**
 * Posts money that the house sent from one account of its own to another, as a journal of its own (rules.md
 * §18). The bank reports incoming money, so such a transfer is reported at the receiving account.
 * @param from the sending account
 * @returns false, and nothing is posted, where the two are one account or of different currencies, or the
 *   sender is a wallet for gift links: a person decides
 */
export async function postInternal(
  { ledger, desk }: Pick<Context, 'ledger' | 'desk'>,
  tx: Tx,
  row: Transfer,
  from: OwnSource,
): Promise<boolean> {
  const { houseBankCode: bankCode, place: accountNo, reference, currency: asset, amountMinor } = row
  if (from.takesGifts || from.currency !== asset || from.accountNo === accountNo) return false
  const key = `internal:${accountNo}:${reference}`
  await keepState({ desk }, tx, row, { state: 'internal', journalKey: key })
  await ledger.postIn(tx, {
    key,
    kind: 'internal-transfer',
    legs: legsInto({ house: house.bank(from.accountNo) }, asset, sourcesOf(row, amountMinor)),
    meta: {
      bankCode,
      accountNo,
      reference,
      fromBank: from.bankCode,
      fromAccountNo: from.accountNo,
      sentAt: row.paidAt.toISOString(),
    },
  })
  return true
}

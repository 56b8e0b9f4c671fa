import type { Currency } from '@krapao/contract/money.ts'
import { type ShownNumber, visibleParts, withoutZeros } from '@krapao/contract/sender.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { numberUnder, partLength, threesOf } from './account-parts.ts'

/** A bank account, and its member. */
export interface MemberAccount {
  memberId: string
  /** Digits only. */
  accountNo: string
  accountName: string
  currency: Currency
  isActive: boolean
}

/**
 * Members' accounts at a bank that a number which the bank shows may belong to (see `compareAccountNo`): with
 * every length of the mask, and with or without leading zeros. The accounts are locked until the transaction
 * ends, so that the credited account stays its member's.
 */
export const selectMemberAccounts = (
  tx: Tx,
  bankCode: string,
  shown: ShownNumber,
): Promise<MemberAccount[]> => accountsLike(tx, bankCode, shown, 'for share of a')

/**
 * The same accounts for reading only, without a lock; at most `limit`. A number that shows no three digits in
 * a row finds none, because every account would have to be looked at.
 */
export function readMemberAccounts(
  handle: Db | Tx,
  bankCode: string,
  shown: ShownNumber,
  limit: number,
): Promise<MemberAccount[]> {
  const isFindable =
    shown.isWhole || visibleParts(withoutZeros(shown.pattern)).some((part) => part.length >= partLength)
  return isFindable ? accountsLike(handle, bankCode, shown, `limit ${limit}`) : Promise.resolve([])
}

function accountsLike(
  handle: Db | Tx,
  bankCode: string,
  { pattern, isWhole }: ShownNumber,
  end: 'for share of a' | `limit ${number}`,
): Promise<MemberAccount[]> {
  const digits = withoutZeros(pattern)
  const parts = visibleParts(digits)
    .flatMap(threesOf)
    .map((part) => `${bankCode}:${part}`)
  const [isLike, values] = isWhole
    ? [`ltrim(a.account_no, '0') = $2`, [digits]]
    : [
        `account_no_parts(a.bank_code, a.account_no) @> $2::text[]
         and (a.account_no like $3 or length(a.account_no) <> $4 and ${numberUnder(digits)} like $5)`,
        [parts, pattern, pattern.length, digits.replace(/_+/g, '%')],
      ]
  return rawQuery<MemberAccount>(
    handle,
    `select m.id as "memberId", a.account_no as "accountNo", a.account_name as "accountName", m.currency,
       m.is_active as "isActive"
     from member_bank_accounts a join members m on m.id = a.member_id
     where a.bank_code = $1 and ${isLike}
     ${end}`,
    [bankCode, ...values],
  )
}

/** Members with one of these phone numbers, locked until the transaction ends. */
export const selectMembersByPhone = (tx: Tx, phones: string[]) =>
  membersByPhone(tx, phones).forShare().execute()

/** The same members for reading only, without a lock. */
export const readMembersByPhone = (handle: Db | Tx, phones: string[]) =>
  membersByPhone(handle, phones).execute()

const membersByPhone = (handle: Db | Tx, phones: string[]) =>
  handle
    .selectFrom('members')
    .select(['id as memberId', 'currency', 'is_active as isActive'])
    .where('phone', 'in', phones)

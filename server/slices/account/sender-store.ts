import type { Currency } from '@krapao/contract/money.ts'
import { type ShownNumber, visibleParts, withoutZeros } from '@krapao/contract/sender.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** A bank account, and its member. */
export interface MemberAccount {
  memberId: string
  /** Digits only. */
  accountNo: string
  accountName: string
  currency: Currency
  isActive: boolean
}

/** The maximum length of a registered account number (rules.md §2.5). */
const longestNumber = 20
/** The length of the parts by which `account_no_parts` and its index find a masked number. */
const partLength = 3

/**
 * Members' accounts at a bank that a number which the bank shows may belong to (see `compareAccountNo`): with every
 * length of the mask, and with or without leading zeros. The accounts are locked until the transaction ends, so that
 * the credited account stays its member's.
 */
export function selectMemberAccounts(
  tx: Tx,
  bankCode: string,
  { pattern, isWhole }: ShownNumber,
): Promise<MemberAccount[]> {
  const digits = withoutZeros(pattern)
  const spellings = Array.from({ length: longestNumber }, (_, n) => digits.padStart(n + 1, '0'))
  const parts = visibleParts(digits).flatMap((part) => partsOf(bankCode, part))
  const isLike = isWhole
    ? sql<boolean>`a.account_no = any(${spellings}::text[])`
    : sql<boolean>`account_no_parts(a.bank_code, a.account_no) @> ${parts}::text[]
        and (a.account_no like ${pattern}
          or length(a.account_no) <> ${pattern.length}
            and ltrim(a.account_no, '0') like ${digits.replace(/_+/g, '%')})`
  return tx
    .selectFrom('member_bank_accounts as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select([
      'm.id as memberId',
      'a.account_no as accountNo',
      'a.account_name as accountName',
      'm.currency',
      'm.is_active as isActive',
    ])
    .where('a.bank_code', '=', bankCode)
    .where(isLike)
    .forShare('a')
    .execute()
}

/** The parts of a sequence of digits, as `account_no_parts` makes them. */
const partsOf = (bankCode: string, digits: string): string[] =>
  Array.from(
    { length: Math.max(digits.length - partLength + 1, 0) },
    (_, at) => `${bankCode}:${digits.slice(at, at + partLength)}`,
  )

/** Members with one of these phone numbers, locked until the transaction ends. */
export function selectMembersByPhone(
  tx: Tx,
  phones: string[],
): Promise<Pick<MemberAccount, 'memberId' | 'currency' | 'isActive'>[]> {
  return tx
    .selectFrom('members')
    .select(['id as memberId', 'currency', 'is_active as isActive'])
    .where('phone', 'in', phones)
    .forShare()
    .execute()
}

import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { askedMembers } from '../../account/public.ts'

/**
 * The account that a deposit was paid from, as the bank or the gateway of a code shows it: the number may be
 * masked, the name cut off.
 */
export interface Payer {
  bankCode: string
  accountNo: string
  accountName: string
}

/** How many of a member's, and of one sender's, latest reports are looked at. */
const latest = 200

/**
 * SQL: whether a report, from `deposit_reports t`, says which account it was paid from. A transfer has a
 * sender, and some gateways say who paid a code; a name alone is no account.
 */
const saysAccount = `(t.kind = 'transfer' or t.from_bank <> '' and t.from_account_no <> '')`

/**
 * SQL: the accounts that paid a member's deposits, each once. Money that two sources reported has a payer
 * from each of them. `memberId`: SQL.
 */
export const payersOf = (memberId: string): string => `(
  select distinct from_bank, from_account_no, from_name from (
    select t.from_bank, t.from_account_no, t.from_name from deposit_reports t
    where t.member_id = ${memberId} and t.state in ('credited', 'matched') and ${saysAccount}
    order by t.id desc limit ${latest}) latest)`

/** The accounts that the members' deposits were paid from, and those that they registered, each once. */
export async function selectPayers(handle: Db | Tx, memberIds: string[]): Promise<Map<string, Payer[]>> {
  const rows = await rawQuery<Payer & { memberId: string }>(
    handle,
    `with ${askedMembers}
     select m.id as "memberId", p.from_bank as "bankCode", p.from_account_no as "accountNo", p.from_name as "accountName"
     from asked m cross join lateral ${payersOf('m.id')} p
     union
     select id, bank_code, account_no, account_name from asked where account_no is not null`,
    [memberIds],
  )
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

/** A sender as a credited report shows it, and what was credited for it. */
export interface PastCredit {
  memberId: string
  bank: string
  accountNo: string
  name: string
  amountMinor: number
  at: Date
}

const columns = `t.member_id as "memberId", t.from_bank as bank, t.from_account_no as "accountNo",
  t.from_name as name, t.amount_minor as "amountMinor", t.paid_at as at`

/** The latest credits of money from an account as the bank shows it now, the last first. */
export const selectCreditsFrom = (
  db: Db,
  { bank, accountNo, currency }: { bank: string; accountNo: string; currency: Currency },
): Promise<PastCredit[]> =>
  rawQuery(
    db,
    `select ${columns} from deposit_reports t
     where t.from_bank = $1 and t.from_account_no = $2 and t.state = 'credited' and t.currency = $3
     order by t.id desc limit ${latest}`,
    [bank, accountNo, currency],
  )

/** The latest credits of each of some members, from any account. */
export const selectCreditsOf = (db: Db, memberIds: string[]): Promise<PastCredit[]> =>
  rawQuery(
    db,
    `select c.* from unnest($1::text[]) m (id), lateral (
       select ${columns} from deposit_reports t
       where t.member_id = m.id and t.state = 'credited' and ${saysAccount} order by t.id desc limit ${latest}) c`,
    [memberIds],
  )

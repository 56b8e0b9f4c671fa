import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/**
 * The account that a deposit was paid from, as the bank shows it: the number may be masked, the name cut off.
 */
export interface Payer {
  bankCode: string
  accountNo: string
  accountName: string
}

/** How many of a member's, and of one sender's, latest transfers are looked at. */
const latest = 200

/** The payers of the members' deposits, each once. */
export async function selectPayers(handle: Db | Tx, memberIds: string[]): Promise<Map<string, Payer[]>> {
  const rows = await rawQuery<Payer & { memberId: string }>(
    handle,
    `select distinct m.id as "memberId", t.from_bank as "bankCode", t.from_account_no as "accountNo",
       t.from_name as "accountName"
     from unnest($1::text[]) m (id), lateral (
       select from_bank, from_account_no, from_name from deposit_reports
       where kind = 'transfer' and member_id = m.id and state = 'credited' order by id desc limit ${latest}) t`,
    [memberIds],
  )
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

/** A sender as a credited transfer shows it, and what was credited for it. */
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
     where t.kind = 'transfer' and t.from_bank = $1 and t.from_account_no = $2 and t.state = 'credited' and t.currency = $3
     order by t.id desc limit ${latest}`,
    [bank, accountNo, currency],
  )

/** The latest credits of each of some members, from any account. */
export const selectCreditsOf = (db: Db, memberIds: string[]): Promise<PastCredit[]> =>
  rawQuery(
    db,
    `select c.* from unnest($1::text[]) m (id), lateral (
       select ${columns} from deposit_reports t
       where t.kind = 'transfer' and t.member_id = m.id and t.state = 'credited' order by t.id desc limit ${latest}) c`,
    [memberIds],
  )

import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** The account that a deposit was paid from, as the bank shows it: the number may be masked, the name cut off. */
export interface Payer {
  bankCode: string
  accountNo: string
  accountName: string
}

/** How many of a member's latest transfers are looked at. */
const latest = 200

/** Who paid the members' deposits, each once. */
export async function selectPayers(handle: Db | Tx, memberIds: string[]): Promise<Map<string, Payer[]>> {
  const rows = await rawQuery<Payer & { memberId: string }>(
    handle,
    `select distinct m.id as "memberId", t.from_bank as "bankCode", t.from_account_no as "accountNo",
       t.from_name as "accountName"
     from unnest($1::text[]) m (id), lateral (
       select from_bank, from_account_no, from_name from bank_transfers
       where member_id = m.id and state = 'credited' order by id desc limit ${latest}) t`,
    [memberIds],
  )
  return Map.groupBy(rows, ({ memberId }) => memberId)
}

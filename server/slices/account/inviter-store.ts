import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** A member who registered by another one's link, and what the two have in common. */
export interface Invitation {
  memberId: string
  inviterId: string
  /** The inviter's. */
  currency: Currency
  /** Whether their registered accounts are one: of one bank, with the same digits but for leading zeros. */
  sameBank: boolean
  /** Whether both have logged in by one device. */
  sameDevice: boolean
}

/** Those of the members who were invited, by their ids. */
export async function selectInvitations(
  handle: Db | Tx,
  memberIds: string[],
): Promise<Map<string, Invitation>> {
  const rows = await rawQuery<Invitation>(
    handle,
    `select m.id as "memberId", i.id as "inviterId", i.currency,
       exists (
         select from member_bank_accounts own join member_bank_accounts other on other.bank_code = own.bank_code
         where own.member_id = m.id and other.member_id = i.id
           and ltrim(own.account_no, '0') = ltrim(other.account_no, '0')) as "sameBank",
       exists (
         select from known_devices own join known_devices other using (device_hash)
         where own.account = 'member:' || m.phone and other.account = 'member:' || i.phone) as "sameDevice"
     from members m join members i on i.id = m.invited_by
     where m.id = any($1::text[])`,
    [memberIds],
  )
  return new Map(rows.map((row) => [row.memberId, row]))
}

/** How many members registered by a member's link. */
export async function countInvited(db: Db, memberId: string): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    'select count(*) as count from members where invited_by = $1',
    [memberId],
  )
  return row?.count ?? 0
}

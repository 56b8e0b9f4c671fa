import { type Db, rawQuery, type Tx } from '../platform/database.ts'
import { own } from './accounts.ts'

/** Whether anything was ever deposited or withdrawn by a member; the journals are the one record of it. */
export async function hasMovedMoney(handle: Db | Tx, memberId: string): Promise<boolean> {
  const [row] = await rawQuery<{ moved: boolean }>(
    handle,
    `select exists (select 1 from journals where member_id = $1 and kind in ('deposit', 'withdraw')) as moved`,
    [memberId],
  )
  return row?.moved === true
}

/** What a journal brought into its member's wallet, in minor units; 0 where there is no such journal. */
export async function creditedMinor(handle: Db | Tx, journalKey: string): Promise<number> {
  const [row] = await rawQuery<{ amountMinor: number }>(
    handle,
    `select e.amount_minor as "amountMinor" from journals j join entries e on e.journal_id = j.id
       join accounts a on a.id = e.account_id
     where j.key = $1 and a.member_id = j.member_id and a.name = '${own.wallet}'`,
    [journalKey],
  )
  return row?.amountMinor ?? 0
}

/** When a journal was posted; null where there is no such journal. */
export async function postedAt(handle: Db | Tx, journalKey: string): Promise<Date | null> {
  const [row] = await rawQuery<{ postedAt: Date }>(
    handle,
    'select posted_at as "postedAt" from journals where key = $1',
    [journalKey],
  )
  return row?.postedAt ?? null
}

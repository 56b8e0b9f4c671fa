import type { Asset } from '@krapao/contract/money.ts'
import { type Database, rawQuery, transaction } from '../../platform/database.ts'
import { takeLock } from '../../platform/locks.ts'
import { awaitWatermark } from '../watermark.ts'

/**
 * See `Ledger.snapshotHouse`.
 * @returns false if a long transaction prevented it: see `awaitWatermark`
 */
export async function snapshotHouse(database: Database): Promise<boolean> {
  const through = await awaitWatermark(database)
  if (through === undefined) return false
  await transaction(database.db, async (tx) => {
    await takeLock(tx, 'seal')
    await rawQuery(
      tx,
      `with last as (select coalesce(max(through_journal_id), 0) as id from house_snapshots),
       later as (
         select e.account_id, sum(e.amount_minor)::bigint as amount_minor
         from entries e join accounts a on a.id = e.account_id and a.member_id = ''
         where e.journal_id > (select id from last) and e.journal_id <= $1
         group by e.account_id)
       insert into house_snapshots (account_id, through_journal_id, balance_minor)
       select a.id, $1, coalesce(s.balance_minor, 0) + coalesce(l.amount_minor, 0)
       from accounts a left join house_snapshots s on s.account_id = a.id left join later l on l.account_id = a.id
       where a.member_id = '' and $1 > (select id from last)
       on conflict (account_id) do update
         set through_journal_id = excluded.through_journal_id, balance_minor = excluded.balance_minor`,
      [through],
    )
  })
  return true
}

/** See `Ledger.houseBalance`. Reads the entries since the last snapshot. */
export async function houseBalance(database: Database, name: string, asset: Asset): Promise<number> {
  const [row] = await database.query<{ balance: number }>(
    `select coalesce((select balance_minor from house_snapshots where account_id = a.id), 0) + coalesce((
       select sum(e.amount_minor) from entries e
       where e.account_id = a.id
         and e.journal_id > (select coalesce(max(through_journal_id), 0) from house_snapshots)), 0)::bigint as balance
     from accounts a where a.member_id = '' and a.name = $1 and a.asset = $2`,
    [name, asset],
  )
  return row?.balance ?? 0
}

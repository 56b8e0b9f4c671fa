import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** Active bonuses that would end if games answered, or bets there were settled (rules.md §7.7). */

export interface Hindered {
  bonusId: string
  /** Since when. */
  since: Date
  /** By their codes. */
  games: string[]
  /** Whether bets hinder it, rather than a game that does not answer. */
  hasOpenBets: boolean
  /** When these bets count as settled; null: no such bets, or only a report decides. */
  until: Date | null
}

/** Notes what hinders an end; of one that is hindered already the time stays. */
export async function noteHindered(db: Db, hindered: Hindered): Promise<void> {
  await rawQuery(
    db,
    `insert into bonus_hindered as h (bonus_id, since, games, has_open_bets, until)
     select id, $2::timestamptz, $3::text[], $4::boolean, $5::timestamptz
     from member_bonuses where id = $1 and state = 'ACTIVE'
     on conflict (bonus_id) do update
       set games = excluded.games, has_open_bets = excluded.has_open_bets, until = excluded.until
       where (h.games, h.has_open_bets, h.until) is distinct from
         (excluded.games, excluded.has_open_bets, excluded.until)`,
    [hindered.bonusId, hindered.since, hindered.games, hindered.hasOpenBets, hindered.until],
  )
}

/** Nothing hinders its end any more, or it has ended. */
export async function forgetHindered(handle: Db | Tx, bonusId: string): Promise<void> {
  await rawQuery(handle, 'delete from bonus_hindered where bonus_id = $1', [bonusId])
}

const columns = `bonus_id as "bonusId", since, games, has_open_bets as "hasOpenBets", until`

/** What hinders these bonuses, by bonus. */
export async function hinderedOf(handle: Db | Tx, bonusIds: string[]): Promise<Map<string, Hindered>> {
  const rows = await rawQuery<Hindered>(
    handle,
    `select ${columns} from bonus_hindered where bonus_id = any($1::text[])`,
    [bonusIds],
  )
  return new Map(rows.map((row) => [row.bonusId, row]))
}

/** Those that have been hindered since before an instant, and were not shown at the desk yet. */
export const selectUnshown = (db: Db, before: Date, limit: number): Promise<Hindered[]> =>
  rawQuery(
    db,
    `select ${columns} from bonus_hindered where not is_shown and since <= $1 order by since limit $2`,
    [before, limit],
  )

export async function markShown(tx: Tx, bonusId: string): Promise<void> {
  await rawQuery(tx, 'update bonus_hindered set is_shown = true where bonus_id = $1', [bonusId])
}

import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { Counted } from './counted.ts'

/** The bets that counted towards bonuses. A bonus is locked by whoever adds bets to it. */

/** The turnover of bonuses, by their ids. */
export async function selectTurnovers(tx: Tx, ids: string[]): Promise<Map<string, number>> {
  const rows = await rawQuery<{ id: string; minor: number }>(
    tx,
    'select id, turnover_minor as minor from member_bonuses where id = any($1::text[])',
    [ids],
  )
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

export async function insertCounted(tx: Tx, rows: readonly (Counted & { bonusId: string })[]): Promise<void> {
  await rawQuery(
    tx,
    `insert into bonus_bets (bonus_id, settled_at, game, bet_id, added_minor, is_before, own_stake_minor)
     select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::boolean[],
       $7::bigint[])`,
    [
      rows.map(({ bonusId }) => bonusId),
      rows.map(({ bet }) => bet.settledAt),
      rows.map(({ bet }) => bet.game),
      rows.map(({ bet }) => bet.id),
      rows.map(({ addedMinor }) => addedMinor),
      rows.map(({ isBefore }) => isBefore),
      rows.map(({ ownStakeMinor }) => ownStakeMinor),
    ],
  )
}

/** How many bets a bonus has, and what they added in all. */
export interface Sums {
  total: number
  addedMinor: number
  turnoverMinor: number
}

/** In one statement: bets that are stored meanwhile are in all of the sums, or in none. */
export async function selectSums(db: Db, bonusId: string): Promise<Sums> {
  const [row] = await rawQuery<Sums>(
    db,
    `select count(c.bonus_id) as total, coalesce(sum(c.added_minor), 0)::bigint as "addedMinor",
       b.turnover_minor as "turnoverMinor"
     from member_bonuses b left join bonus_bets c on c.bonus_id = b.id
     where b.id = $1 group by b.id`,
    [bonusId],
  )
  return row ?? { total: 0, addedMinor: 0, turnoverMinor: 0 }
}

/** What is kept of one bet. */
export interface CountedRow extends Pick<Counted, 'addedMinor' | 'isBefore' | 'ownStakeMinor'> {
  game: Counted['bet']['game']
  id: string
}

/** A page of a bonus's bets, newest first. */
export const selectCountedPage = (
  db: Db,
  bonusId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<CountedRow[]> =>
  rawQuery(
    db,
    `select game, bet_id as id, added_minor as "addedMinor", is_before as "isBefore",
       own_stake_minor as "ownStakeMinor"
     from bonus_bets where bonus_id = $1
     order by settled_at desc, game desc, bet_id desc limit $2 offset $3`,
    [bonusId, limit, offset],
  )

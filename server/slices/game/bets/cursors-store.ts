import type { GameCode } from '@krapao/contract/game.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'

/** How far bets were read, by their sources. */

/** How far a source was read: a provider by its code, or play results. */
export interface Cursor {
  source: GameCode | typeof playSource
  cursor: string
}

export const playSource = 'play'

/**
 * Claims the sources that are due until `until`: those of play results, and of providers that have accounts.
 * One of any number of nodes gets each.
 */
export async function claimCursors(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  codes: GameCode[],
  until: Date,
): Promise<Cursor[]> {
  return database.query<Cursor>(
    `insert into bet_cursors as c (source, cursor, next_at)
     select code, '', $2 from unnest($1::text[]) given (code)
     where code = '${playSource}' or exists (select from game_accounts a where a.code = given.code)
     order by code
     on conflict (source) do update set next_at = excluded.next_at where c.next_at <= $3
     returning source, cursor`,
    [[...codes, playSource], until, clock.now()],
  )
}

/** How far these providers were read, by their codes. `until`: when others ask one that was never read. */
export const selectCursors = (db: Db, codes: GameCode[], until: Date): Promise<Cursor[]> =>
  rawQuery(
    db,
    `insert into bet_cursors as c (source, cursor, next_at) select code, '', $2::timestamptz from unnest($1::text[]) given (code)
     order by code on conflict (source) do update set next_at = c.next_at returning source, cursor`,
    [codes, until],
  )

/**
 * Moves a cursor on, and its claim.
 * @returns false when another node has moved it meanwhile
 */
export async function moveCursor(
  tx: Tx,
  { source, cursor }: Cursor,
  to: string,
  until: Date,
): Promise<boolean> {
  const moved = await rawQuery(
    tx,
    'update bet_cursors set cursor = $3, next_at = $4 where source = $1 and cursor = $2 returning source',
    [source, cursor, to, until],
  )
  return moved.length === 1
}

/** All that a provider had at an instant was read. */
export async function markCaughtUp(db: Db, source: string, at: Date): Promise<void> {
  await rawQuery(db, 'update bet_cursors set caught_up_at = $2 where source = $1', [source, at])
}

/** When all that a provider had was read last, by the game's code. */
export async function selectCaughtUp(handle: Db | Tx): Promise<Map<string, Date>> {
  const rows = await rawQuery<{ source: string; at: Date }>(
    handle,
    'select source, caught_up_at as at from bet_cursors where caught_up_at is not null',
  )
  return new Map(rows.map(({ source, at }) => [source, at]))
}

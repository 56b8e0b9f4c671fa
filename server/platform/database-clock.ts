import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

/**
 * The database's clock, which is the same for every node: whatever nodes take from each other when its time
 * is over is compared with this one, because a node whose own clock is ahead would take it too early.
 */

/**
 * SQL: the database's time at the start of the statement, in whole milliseconds, which is what a Date keeps
 * of it.
 * @param moved a parameter with `movedBy`, e.g. `$2`
 */
export const databaseNow = (moved: string): string =>
  `date_trunc('milliseconds', statement_timestamp() + ${moved}::float8 * interval '1 second')`

/**
 * Seconds by which a test has moved its clock; what the database says has to move with it. 0 in production.
 */
export const movedBy = (clock: Clock): number => clock.movedSeconds?.() ?? 0

/**
 * Seconds by which this node's clock is ahead of the database's, negative if it is behind; as near to 0 as
 * the time that the question took permits.
 */
export async function readSkew(database: Database, clock: Clock): Promise<number> {
  const before = clock.now().getTime()
  const started = performance.now()
  const [row] = await database.query<{ seconds: number }>(
    `select extract(epoch from clock_timestamp())::float8 + $1::float8 as seconds`,
    [movedBy(clock)],
  )
  const took = performance.now() - started
  // The database looked at its clock somewhere between the question and its answer.
  const [least, most] = [before, before + took].map((at) => at / 1000 - (row?.seconds ?? Number.NaN)) as [
    number,
    number,
  ]
  return least > 0 ? least : most < 0 ? most : 0
}

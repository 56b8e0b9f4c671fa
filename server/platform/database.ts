import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Reason } from './database-trouble.ts'

/**
 * One SQL dialect on two engines: PostgreSQL, or PGlite inside the process when no DATABASE_URL is set. Both are
 * reached through the same small pool, so Kysely, the job queue and raw SQL share one path (and, on PGlite, the one
 * session that there is).
 */
// biome-ignore lint/suspicious/noEmptyInterface: every slice adds its own tables by declaration merging in its store.ts
export interface Tables {}

/** Where a query runs: the database, or an open transaction of it. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Engine = 'postgres' | 'pglite'

export interface Database {
  engine: Engine
  db: Db
  /** Raw SQL outside any transaction; without values it may hold several statements. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * The same database for work that may take longer than a member waits: a statement ends after this many seconds; 0:
   * it takes as long as it takes. Closed with the database.
   */
  patient(seconds: number): Database
  /** What writing has met in the last seconds and reading does not notice: a full disk, a server that only reads. */
  trouble(): Reason | undefined
  close(): Promise<void>
  /** PGlite only: the whole database as a tar, which `openPglite` can start from. */
  dump?(): Promise<Blob>
}

/** The text by which `whenCommitted` hands a call to the client of its transaction. */
export const callWhenCommitted = '-- call when committed'

/**
 * Calls `act` once `tx` has committed, and never if it rolls back. For what others may learn only about facts that
 * last (a rollback to a savepoint does not count). `act` must not throw.
 */
export async function whenCommitted(tx: Tx, act: () => void): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(callWhenCommitted, [act]))
}

/** Raw SQL inside whatever handle the caller has. */
export async function rawQuery<Row>(handle: Db | Tx, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await handle.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

import { type AccessMode, CompiledQuery, type IsolationLevel, type Kysely, type Transaction } from 'kysely'
import type { Reason } from './database-trouble.ts'

/**
 * One SQL dialect on two engines: PostgreSQL, or PGlite inside the process when no DATABASE_URL is set. Both
 * are reached through the same small pool, so Kysely, the job queue and raw SQL share one path (and, on
 * PGlite, the one session that there is).
 */
// biome-ignore lint/suspicious/noEmptyInterface: every slice adds its own tables by declaration merging in its store.ts
export interface Tables {}

/** Where a query runs: the database itself, or an open transaction. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables> & {
  /**
   * Calls `act` after the transaction has committed, and never if it rolls back: for notifications about what
   * the transaction wrote. Several are called in the order of `afterCommit`. A rollback to a savepoint
   * cancels none of them.
   */
  afterCommit(act: () => void): void
  /**
   * Calls `act` when all else is written, just before the transaction commits. Several are called one after
   * the other; a rejection of one of them rolls the transaction back.
   */
  beforeCommit(act: () => Promise<void>): void
}

export type Engine = 'postgres' | 'pglite'

export interface Database {
  engine: Engine
  db: Db
  /** Raw SQL outside any transaction; without values it may hold several statements. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * The same database with another limit for the time of a statement, for work that may take longer than a
   * member's call. It is closed together with this one.
   * @param seconds after which a statement is aborted; 0: no limit
   */
  patient(seconds: number): Database
  /** Why writes failed in the last seconds while reads go on: a full disk or a read-only server. */
  trouble(): Reason | undefined
  close(): Promise<void>
  /** PGlite only: the whole database as a tar, which `openPglite` can start from. */
  dump?(): Promise<Blob>
}

/**
 * Runs `act` in a transaction of its own, which commits when `act` resolves and rolls back when it rejects.
 * An error in a function given to `afterCommit` is only a warning of the process, because the transaction has
 * committed by then.
 * @throws what `act` throws; `AbortedTransactionError` if `act` has caught the error of a statement and gone
 *   on, because the database then rolls back at COMMIT
 */
export async function transaction<Result>(
  db: Db,
  act: (tx: Tx) => Promise<Result>,
  { isolation, access }: { isolation?: IsolationLevel; access?: AccessMode } = {},
): Promise<Result> {
  const last: (() => Promise<void>)[] = []
  const calls: (() => void)[] = []
  let builder = db.transaction()
  if (isolation) builder = builder.setIsolationLevel(isolation)
  if (access) builder = builder.setAccessMode(access)
  const result = await builder.execute(async (tx) => {
    const done = await act(
      Object.assign(tx, {
        afterCommit: (call: () => void) => void calls.push(call),
        beforeCommit: (call: () => Promise<void>) => void last.push(call),
      }),
    )
    for (const call of last) await call()
    return done
  })
  for (const call of calls) {
    try {
      call()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }
  return result
}

/** Runs SQL text on the database or in an open transaction. */
export async function rawQuery<Row>(handle: Db | Tx, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await handle.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/**
 * Runs `act` after a savepoint, and rolls back to the savepoint if `act` rejects; the transaction can then go
 * on.
 * @throws what `act` throws
 */
export async function savepoint<Result>(tx: Tx, act: () => Promise<Result>): Promise<Result> {
  await rawQuery(tx, 'savepoint part')
  try {
    const result = await act()
    await rawQuery(tx, 'release savepoint part')
    return result
  } catch (error) {
    await rawQuery(tx, 'rollback to savepoint part')
    throw error
  }
}

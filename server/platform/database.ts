import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

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
  close(): Promise<void>
  /** PGlite only: the whole database as a tar, which `openPglite` can start from. */
  dump?(): Promise<Blob>
}

interface Result {
  command: string
  rowCount: number | null
  rows: unknown[]
}

interface Prepared {
  name: string
  text: string
}

interface Client {
  /** Of several statements at once PostgreSQL's client answers every result. */
  query(text: string | Prepared, values?: readonly unknown[]): Promise<Result | Result[]>
  release(): void
}

/** What Kysely's PostgresDialect needs of a pool. */
interface Pool {
  connect(): Promise<Client>
  end(): Promise<void>
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer beyond the safe range: ${text}`)
  return value
}

/** Of several statements at once, the rows of all. */
const rowsOf = (result: Result | Result[]): unknown[] =>
  Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows

/** Texts by the name under which a connection of PostgreSQL has them prepared. */
const prepareds = new Map<string, Prepared>()
const mostPrepareds = 500

/**
 * Has PostgreSQL parse and plan a statement with parameters once per connection instead of at each call. Their texts are
 * constants of the code; should some be made up, those beyond the limit go as they are.
 */
function prepared(engine: Engine, text: string): string | Prepared {
  if (engine !== 'postgres' || !text.includes('$1')) return text
  let known = prepareds.get(text)
  if (!known && prepareds.size < mostPrepareds) {
    known = { name: `krapao_${prepareds.size}`, text }
    prepareds.set(text, known)
  }
  return known ?? text
}

function wrap(engine: Engine, pool: Pool): Database {
  const kyselyPool = { connect: async () => noticingCommit(await pool.connect()), end: async () => {} }
  // biome-ignore lint/suspicious/noExplicitAny: the shim has the part of pg's pool that the dialect uses
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: kyselyPool as any }) })
  let closed: Promise<void> | undefined
  return {
    engine,
    db,
    async query<Row>(text: string, values: unknown[] = []) {
      const client = await pool.connect()
      try {
        return rowsOf(await client.query(prepared(engine, text), values)) as Row[]
      } finally {
        client.release()
      }
    },
    // Kysely ends its pool only if it was ever used, so ours is ended here.
    close: () => {
      closed ??= db.destroy().then(() => pool.end())
      return closed
    },
  }
}

const callWhenCommitted = '-- call when committed'

/**
 * Calls `act` once `tx` has committed, and never if it rolls back. For what others may learn only about facts that
 * last (a rollback to a savepoint does not count). `act` must not throw.
 */
export async function whenCommitted(tx: Tx, act: () => void): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(callWhenCommitted, [act]))
}

/** A client that takes the calls of `whenCommitted` out of the stream of queries and makes them after the commit. */
function noticingCommit(client: Client): Client {
  let calls: (() => void)[] = []
  return {
    async query(text: string, values) {
      if (text === callWhenCommitted) {
        calls.push(values?.[0] as () => void)
        return { command: 'SELECT', rowCount: 0, rows: [] }
      }
      const result = await client.query(text, values)
      if (!Array.isArray(result) && calls.length > 0 && /^(commit|rollback)$/i.test(text)) {
        // COMMIT of a failed transaction answers ROLLBACK.
        const due = result.command === 'COMMIT' ? calls : []
        calls = []
        for (const call of due) call()
      }
      return result
    },
    release: () => client.release(),
  }
}

/** Who cannot have a connection for this long is told that the database is away, ms. */
const connectWithin = 10_000

/** Opens PostgreSQL. `url`: a libpq URL; `max`: connections in the pool. */
export function openPostgres(url: string, max = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectWithin,
    keepAlive: true,
    // Nobody waits for ever for the locks of a node that hangs in a transaction.
    idle_in_transaction_session_timeout: 60_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === 20
          ? safeInteger
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // An idle connection that breaks is replaced by the pool; the next query reports what matters.
  pool.on('error', () => {})
  return wrap('postgres', pool as unknown as Pool)
}

/**
 * Opens PGlite, in `directory` or in memory. It runs without fsync and has one session: for demo, development and
 * tests, not for real money. A directory is guarded by a lock file naming the process that holds it. `dump`: what a
 * new database starts from.
 */
export async function openPglite(directory?: string, dump?: Blob): Promise<Database> {
  const unlock = directory ? lockDirectory(directory) : () => {}
  const pglite = await PGlite.create(directory ? `file://${directory}` : 'memory://', {
    parsers: { [pgliteTypes.INT8]: safeInteger },
    ...(dump && { loadDataDir: dump }),
  })
  let tail: Promise<void> = Promise.resolve()

  const pool: Pool = {
    async connect() {
      const { promise, resolve: release } = Promise.withResolvers<void>()
      const before = tail
      tail = promise
      // With one session, a query outside the handle of its own open transaction waits for itself: say so.
      let stuck: NodeJS.Timeout | undefined
      const tooLong = new Promise<boolean>((resolve) => {
        stuck = setTimeout(() => resolve(false), 30_000)
      })
      const free = await Promise.race([before.then(() => true), tooLong])
      clearTimeout(stuck)
      if (!free) {
        before.then(release)
        throw new Error('waited 30 s for the one database session; was a transaction’s own handle bypassed?')
      }
      return { query: run, release }
    },
    async end() {
      await tail
      await pglite.close()
      unlock()
    },
  }

  async function run(text: string, values: readonly unknown[] = []): Promise<Result> {
    const results =
      values.length > 0 ? [await pglite.query(text, values as unknown[])] : await pglite.exec(text)
    const command = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? ''
    const rows = results.flatMap((result) => result.rows)
    return { command, rowCount: results.at(-1)?.affectedRows ?? rows.length, rows }
  }

  return { ...wrap('pglite', pool), dump: () => pglite.dumpDataDir('none') }
}

/** Takes the lock of a PGlite folder. Throws when another living process has it; a dead one's lock is taken over. */
function lockDirectory(directory: string): () => void {
  const file = `${directory}.lock`
  mkdirSync(dirname(directory), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', started = ''] = readFileSync(file, 'utf8').split(' ')
    if (started !== '' && startOf(Number(pid)) === started) {
      throw new Error(`the database folder ${directory} is in use by process ${pid}`)
    }
    // A process that was killed leaves PGlite's own lock behind too.
    rmSync(file, { force: true })
    rmSync(join(directory, 'postmaster.pid'), { force: true })
  }
}

/** When a process started, in kernel ticks (a pid alone is reused); empty when there is no such process. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    try {
      process.kill(pid, 0)
      return 'running'
    } catch {
      return ''
    }
  }
}

/** Raw SQL inside whatever handle the caller has. */
export async function rawQuery<Row>(handle: Db | Tx, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await handle.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

import { Kysely, PostgresDialect } from 'kysely'
import type { Database, Engine, Tables } from './database.ts'

export interface Result {
  command: string
  rowCount: number | null
  rows: unknown[]
}

interface Prepared {
  name: string
  text: string
}

export interface Client {
  /** For a text of several statements PostgreSQL's client returns an array of results. */
  query(text: string | Prepared, values?: readonly unknown[]): Promise<Result | Result[]>
  /** @param discard true: the connection is closed and not used again */
  release(discard?: boolean): void
}

/** The part of a pool that Kysely's PostgresDialect uses. */
export interface Pool {
  connect(): Promise<Client>
  end(): Promise<void>
}

/** The rows of a result; of several results, all their rows. */
const rowsOf = (result: Result | Result[]): unknown[] =>
  Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows

/** SQL texts with the names of their prepared statements, the same on every connection. */
const prepareds = new Map<string, Prepared>()
const maxPrepareds = 500

/**
 * Names a statement with parameters, so that PostgreSQL parses it once per connection instead of at each
 * call. SQL texts are constants of the code; in case some are built at run time, only the first
 * `maxPrepareds` are named.
 */
function prepared(engine: Engine, text: string): string | Prepared {
  if (engine !== 'postgres' || !text.includes('$1')) return text
  let known = prepareds.get(text)
  if (!known && prepareds.size < maxPrepareds) {
    known = { name: `krapao_${prepareds.size}`, text }
    prepareds.set(text, known)
  }
  return known ?? text
}

/** The part of a `Database` that is the same on both engines: Kysely and raw SQL over one pool. */
export function wrap(engine: Engine, pool: Pool): Pick<Database, 'engine' | 'db' | 'query' | 'close'> {
  const kyselyPool = { connect: () => pool.connect(), end: async () => {} }
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
    // Kysely ends a pool only if it has used it, so the pool is ended here.
    close: () => {
      closed ??= db.destroy().then(() => pool.end())
      return closed
    },
  }
}

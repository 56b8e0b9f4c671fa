import { Kysely, PostgresDialect } from 'kysely'
import { callWhenCommitted, type Database, type Engine, type Tables } from './database.ts'

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
  /** Of several statements at once PostgreSQL's client answers every result. */
  query(text: string | Prepared, values?: readonly unknown[]): Promise<Result | Result[]>
  /** @param discard whether the connection is of no more use */
  release(discard?: boolean): void
}

/** What Kysely's PostgresDialect needs of a pool. */
export interface Pool {
  connect(): Promise<Client>
  end(): Promise<void>
}

/** Of several statements at once, the rows of all. */
const rowsOf = (result: Result | Result[]): unknown[] =>
  Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows

/** Texts by the name under which a connection of PostgreSQL has them prepared. */
const prepareds = new Map<string, Prepared>()
const maxPrepareds = 500

/**
 * Has PostgreSQL parse and plan a statement with parameters once per connection instead of at each call. Their texts are
 * constants of the code; should some be made up, those beyond the limit go as they are.
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
    release: (discard) => client.release(discard),
  }
}

import pg from 'pg'
import type { Database } from './database.ts'
import { type Client, type Pool, type Result, wrap } from './database-pool.ts'
import { DatabaseTrouble, type Reason, troubleOf } from './database-trouble.ts'
import { safeInteger } from './safe-integer.ts'

/** How long each side waits for the other, ms; 0: for ever. */
interface Limits {
  /** A server that does not answer a new connection for this long is away. */
  connect: number
  /** The server ends a statement, and a wait for a lock within it … */
  statement: number
  lock: number
  /** … before the client gives the connection up, so that nothing is carried out unnoticed after that. */
  answer: number
  /** The server ends a transaction whose client has gone silent (frozen, cut off), because others wait for its locks. */
  idleInTransaction: number
}

/** @param seconds that a statement may take; 0: any number */
const limitsOf = (seconds: number): Limits =>
  seconds === 0
    ? { connect: 20_000, statement: 0, lock: 0, answer: 0, idleInTransaction: 60_000 }
    : {
        connect: seconds * 750,
        statement: seconds * 1000,
        lock: seconds * 750,
        answer: seconds * 1000 + 500,
        idleInTransaction: seconds * 1000 + 1000,
      }

/** Seconds that a statement of a member's call may take: its caller is answered within five (decision 14). */
const usualSeconds = 4

/** How long a failure that only writing notices is reported after it last occurred, ms. */
const troubleLasts = 5000

/**
 * Opens PostgreSQL. A connection that breaks, falls silent or leads to a server that only reads is thrown away, and the
 * next call makes a new one; what was under way on it fails with `DatabaseTrouble`.
 * @param url a libpq URL · @param max connections in the pool · @param seconds that a statement may take, 0: any number
 */
export function openPostgres(url: string, max = 10, seconds = usualSeconds): Database {
  const limits = limitsOf(seconds)
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: clientWithin(limits.connect),
    // So that a connection that a firewall has forgotten is found while it is idle.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === 20
          ? safeInteger
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  const silence: Silence = { brokenAt: Number.NEGATIVE_INFINITY }
  // Node ends a process for an `error` event that nobody hears. The pool hears it on idle connections only; those in use
  // fail the statement that is under way, or the next one.
  pool.on('connect', (client) => {
    silence.brokenAt = performance.now()
    client.on('error', () => {})
  })
  pool.on('error', () => {})

  let met: { reason: Reason; at: number } | undefined
  const report = (trouble: DatabaseTrouble) => {
    if (trouble.reason === 'database-full' || trouble.reason === 'database-read-only')
      met = { reason: trouble.reason, at: performance.now() }
  }

  async function connect(given: Limits): Promise<Client> {
    const since = performance.now()
    const asked = pool.connect()
    try {
      // While the server answers others, who waits for a connection waits for them, not for a server that is away.
      const dueAt = () => Math.max(since, silence.brokenAt) + given.answer
      const client = await (given.answer === 0 ? asked : within(asked, dueAt))
      return watch(client, { since, limit: given.answer, silence, report })
    } catch (error) {
      // Who gave up does not keep the connection that comes later.
      asked.then(
        (client) => client.release(),
        () => {},
      )
      throw troubleOf(error) ?? error
    }
  }

  const usual = { connect: () => connect(limits), end: () => pool.end() }
  const lanes = new Map<number, Database>()
  const trouble = () => (met && performance.now() - met.at < troubleLasts ? met.reason : undefined)
  function patient(seconds: number): Database {
    let lane = lanes.get(seconds)
    if (!lane) {
      const wrapped = wrap('postgres', patientPool(connect, limitsOf(seconds)))
      lane = { ...wrapped, patient, trouble }
      lanes.set(seconds, lane)
    }
    return lane
  }
  return { ...wrap('postgres', usual), patient, trouble }
}

/** The client's own limit, not the pool's: that would also count the wait for others to give a connection back. */
const clientWithin = (connectionTimeoutMillis: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis })
    }
  }

/** Gives out the connections of a pool with other limits, for as long as they are out. */
const patientPool = (connect: (limits: Limits) => Promise<Client>, limits: Limits): Pool => ({
  async connect() {
    const client = await connect(limits)
    try {
      await client.query(
        `set statement_timeout = ${limits.statement}; set lock_timeout = ${limits.lock};
         set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
      )
    } catch (error) {
      client.release(true)
      throw error
    }
    return {
      query: (text, values) => client.query(text, values),
      release(discard) {
        if (discard) return client.release(true)
        client
          .query('reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout')
          .then(
            () => client.release(),
            () => client.release(true),
          )
      },
    }
  },
  async end() {},
})

/** When the server last answered anything on any connection, in ms of `performance.now()`. */
interface Silence {
  brokenAt: number
}

/**
 * Waits for an answer until `dueAt()`, which may move on meanwhile. A process that was frozen past that time first reads
 * what has arrived.
 * @throws DatabaseTrouble
 */
function within<T>(answer: Promise<T>, dueAt: () => number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    function wait(due: number): void {
      timer = setTimeout(() => look(due), due - performance.now())
    }
    function look(due: number): void {
      const now = performance.now()
      if (dueAt() > now) wait(dueAt())
      else if (now > due + 300) wait(now + 200)
      else reject(new DatabaseTrouble('database-away', 'the database does not answer'))
    }
    wait(dueAt())
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

interface Watching {
  /** When its holder began to wait for a connection. */
  since: number
  limit: number
  silence: Silence
  report(trouble: DatabaseTrouble): void
}

/** A connection that fails with `DatabaseTrouble`, and is thrown away at its release once it is of no more use. */
function watch(client: pg.PoolClient, { since, limit, silence, report }: Watching): Client {
  let useless: DatabaseTrouble | undefined
  let start: number | undefined = since

  async function ask(text: Parameters<Client['query']>[0], values?: readonly unknown[]) {
    const answer = client.query(text as string, values as unknown[]) as unknown as Promise<Result | Result[]>
    if (limit === 0) return answer
    const now = performance.now()
    // The first statement shares its time with the wait for the connection, if the server was silent all along.
    const due =
      start !== undefined && silence.brokenAt < start ? Math.max(start + limit, now + 500) : now + limit
    start = undefined
    return within(answer, () => due)
  }

  return {
    async query(text, values) {
      if (useless) throw useless
      try {
        const result = await ask(text, values)
        silence.brokenAt = performance.now()
        return result
      } catch (error) {
        const trouble = troubleOf(error)
        if (!trouble) silence.brokenAt = performance.now()
        else {
          report(trouble)
          if (trouble.reason === 'database-away' || trouble.reason === 'database-read-only') {
            useless = trouble
            // At once, because whoever holds it may take a while to give it back.
            client.end().catch(() => {})
          }
        }
        throw trouble ?? error
      }
    },
    release: (discard) => client.release(discard || useless !== undefined),
  }
}

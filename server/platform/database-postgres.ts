import pg from 'pg'
import type { Database } from './database.ts'
import { type Client, type Pool, type Result, wrap } from './database-pool.ts'
import { DatabaseTrouble, type Reason, troubleOf } from './database-trouble.ts'
import { safeInteger } from './safe-integer.ts'

/** Time limits of a connection in ms; 0: no limit. */
interface Limits {
  /** The client gives a new connection up after this time. */
  connect: number
  /** The server aborts a statement after this time. */
  statement: number
  /** The server aborts a wait for a lock after this time. */
  lock: number
  /**
   * The client gives a connection up if a statement is not answered within this time. Longer than
   * `statement`, so that the server has aborted the statement by then.
   */
  answer: number
  /**
   * The server ends a transaction whose client sends nothing (frozen or cut off), because others wait for its
   * locks.
   */
  idleInTransaction: number
}

/** @param seconds that a statement may take; 0: no limit */
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

const settingLimits = ({ statement, lock, idleInTransaction }: Limits): string =>
  `set statement_timeout = ${statement}; set lock_timeout = ${lock};
   set idle_in_transaction_session_timeout = ${idleInTransaction}`

/** @throws DatabaseTrouble if there is no answer in time */
async function withinMs(answer: Promise<unknown>, ms: number): Promise<void> {
  const began = performance.now()
  await within(answer, () => began + ms)
}

/**
 * Seconds that a statement of a member's call may take: the call is answered within five
 * (docs/decisions/0014).
 */
export const usualSeconds = 4

/** Milliseconds for which `trouble()` reports a full disk or a read-only server after it last occurred. */
const troubleLasts = 5000

/**
 * Opens PostgreSQL. A connection that breaks, stops answering or leads to a read-only server is thrown away,
 * and its running statement fails with `DatabaseTrouble`; the next call opens a new connection. So are the
 * idle ones that have answered nothing since: what broke one has mostly broken all of them, and each would
 * cost a call that waits for it in vain.
 * @param url a libpq URL
 * @param max connections in the pool
 * @param seconds that a statement may take; 0: no limit
 */
export function openPostgres(url: string, max = 10, seconds = usualSeconds): Database {
  const limits = limitsOf(seconds)
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: clientWithin(limits.connect),
    // Keep-alive detects idle connections that a firewall has dropped.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Not as parameters of the start, which poolers refuse or drop.
    onConnect: (client) => withinMs(client.query(settingLimits(limits)), limits.connect),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === 20
          ? safeInteger
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  const lastAnswer: LastAnswer = { at: Number.NEGATIVE_INFINITY, of: new WeakMap() }
  /** When the latest statement was sent that a connection did not live to answer. */
  let brokenSince = Number.NEGATIVE_INFINITY
  // Node ends a process on an `error` event without a listener. The pool listens on idle connections only. On
  // a connection in use the listener does nothing, because the running statement, or the next one, fails with
  // the same error.
  pool.on('connect', (client) => {
    answered(lastAnswer, client)
    client.on('error', () => {})
  })
  pool.on('error', () => {})

  let lastTrouble: { reason: Reason; at: number } | undefined
  const report = (trouble: DatabaseTrouble, sentAt: number) => {
    if (trouble.reason === 'database-full' || trouble.reason === 'database-read-only')
      lastTrouble = { reason: trouble.reason, at: performance.now() }
    if (trouble.reason === 'database-away') brokenSince = Math.max(brokenSince, sentAt)
  }

  async function living(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((lastAnswer.of.get(client) ?? 0) >= brokenSince) return client
      client.release(true)
    }
  }

  async function connect(given: Limits): Promise<Client> {
    const since = performance.now()
    const connecting = living()
    try {
      // The limit counts from the server's last answer on any connection: while the server answers, a call
      // that waits for a connection waits because all are in use, not because the server is away.
      const dueAt = () => Math.max(since, lastAnswer.at) + given.answer
      const client = await (given.answer === 0 ? connecting : within(connecting, dueAt))
      return watch(client, { since, limit: given.answer, lastAnswer, report })
    } catch (error) {
      // The call has given up; if the pool supplies the connection later, it goes straight back.
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw troubleOf(error) ?? error
    }
  }

  const usual = { connect: () => connect(limits), end: () => pool.end() }
  /** The databases that `patient` has returned, by their seconds. */
  const patients = new Map<number, Database>()
  const trouble = () =>
    lastTrouble && performance.now() - lastTrouble.at < troubleLasts ? lastTrouble.reason : undefined
  function patient(seconds: number): Database {
    let database = patients.get(seconds)
    if (!database) {
      const wrapped = wrap('postgres', patientPool(connect, limitsOf(seconds), limits))
      database = { ...wrapped, patient, trouble }
      patients.set(seconds, database)
    }
    return database
  }
  return { ...wrap('postgres', usual), patient, trouble }
}

/**
 * A client that limits the time to connect. The pool has such a limit as well, but that one would also count
 * the wait until another call releases its connection.
 */
const clientWithin = (connectionTimeoutMillis: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis })
    }
  }

/**
 * Lends connections of the pool with other limits, and sets the usual ones again when a connection is
 * released.
 */
const patientPool = (connect: (limits: Limits) => Promise<Client>, limits: Limits, usual: Limits): Pool => ({
  async connect() {
    const client = await connect(limits)
    try {
      await client.query(settingLimits(limits))
    } catch (error) {
      client.release(true)
      throw error
    }
    return {
      query: (text, values) => client.query(text, values),
      release(discard) {
        if (discard) return client.release(true)
        client.query(settingLimits(usual)).then(
          () => client.release(),
          () => client.release(true),
        )
      },
    }
  },
  async end() {},
})

/** The times of the server's last answers, by `performance.now()`. */
interface LastAnswer {
  /** On any connection. */
  at: number
  of: WeakMap<pg.PoolClient, number>
}

function answered(last: LastAnswer, client: pg.PoolClient): void {
  last.at = performance.now()
  last.of.set(client, last.at)
}

/**
 * Waits for an answer until `dueAt()`, which is read again at that time because it may have moved. If the
 * process was frozen past that time, it waits 200 ms more, so that it can read an answer that has already
 * arrived.
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
  /** When the call began to wait for this connection, by `performance.now()`. */
  since: number
  /** `answer` of the limits. */
  limit: number
  lastAnswer: LastAnswer
  /** @param sentAt when the statement was sent that failed, by `performance.now()` */
  report(trouble: DatabaseTrouble, sentAt: number): void
}

/**
 * Wraps a connection: failures become `DatabaseTrouble`, and a connection that can no longer be used is
 * thrown away when it is released.
 */
function watch(client: pg.PoolClient, { since, limit, lastAnswer, report }: Watching): Client {
  let useless: DatabaseTrouble | undefined
  let start: number | undefined = since

  async function ask(text: Parameters<Client['query']>[0], values?: readonly unknown[]) {
    const answer = client.query(text as string, values as unknown[]) as unknown as Promise<Result | Result[]>
    if (limit === 0) return answer
    const now = performance.now()
    // If the server has answered nothing since the call began to wait for a connection, that wait counts
    // towards the limit of the first statement.
    const due =
      start !== undefined && lastAnswer.at < start ? Math.max(start + limit, now + 500) : now + limit
    start = undefined
    return within(answer, () => due)
  }

  return {
    async query(text, values) {
      if (useless) throw useless
      const sentAt = performance.now()
      try {
        const result = await ask(text, values)
        answered(lastAnswer, client)
        return result
      } catch (error) {
        const trouble = troubleOf(error)
        if (!trouble) answered(lastAnswer, client)
        else {
          report(trouble, sentAt)
          if (trouble.reason === 'database-away' || trouble.reason === 'database-read-only') {
            useless = trouble
            // Closed now and not at its release, which may come much later.
            client.end().catch(() => {})
          }
        }
        throw trouble ?? error
      }
    },
    release: (discard) => client.release(discard || useless !== undefined),
  }
}

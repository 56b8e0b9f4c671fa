/** Why the database cannot answer; part of the 503 answer (rules.md §14). */
export type Reason = 'database-away' | 'database-busy' | 'database-full' | 'database-read-only'

/**
 * The database cannot answer any statement at the moment. With `database-away` it is unknown whether the
 * failed statement was carried out; with the other reasons it was not.
 */
export class DatabaseTrouble extends Error {
  readonly reason: Reason
  /** SQLSTATE, or Node's code of a network error; empty if there is none. */
  readonly code: string

  constructor(reason: Reason, message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.code = options.code ?? ''
  }
}

/** A failed statement or connection as `DatabaseTrouble`; undefined if the statement itself is wrong. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof DatabaseTrouble) return error
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  const reason = reasonOf(String(code), message)
  return reason && new DatabaseTrouble(reason, message, { code: String(code), cause: error })
}

const network = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages of errors without a code by which pg and Kysely report a lost connection or a closed pool. */
const gone =
  /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end|driver has already been destroyed)/

function reasonOf(code: string, message: string): Reason | undefined {
  switch (code) {
    case '25006': // read_only_sql_transaction: connected to a standby
      return 'database-read-only'
    case '53100': // disk_full
      return 'database-full'
    case '55P03': // lock_not_available: lock_timeout
    case '57014': // query_canceled: statement_timeout
      return 'database-busy'
    case '25P03': // idle_in_transaction_session_timeout: the connection is closed
      return 'database-away'
  }
  if (/^53/.test(code)) return 'database-busy' // too many connections, out of memory
  // Connection exception, operator intervention, system error.
  if (/^(08|57P|58)/.test(code) || network.has(code) || gone.test(message)) return 'database-away'
  return undefined
}

/** The SQLSTATE of a failed statement; empty if there is none. */
export const sqlState = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** SQLSTATEs after which the transaction can be repeated: nothing was written, and the cause is temporary. */
const passing = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '23505', // unique violation: another node wrote the same key at the same moment; the next attempt sees it
])

/** Whether an error says that nothing was written and another attempt may succeed. */
export const isPassing = (error: unknown): boolean => passing.has(sqlState(error))

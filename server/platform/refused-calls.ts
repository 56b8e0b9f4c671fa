import type { ErrorCode } from '@krapao/contract/errors.ts'
import type { Logger } from 'pino'
import { addSeconds, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import { createBrake } from './limits/brake.ts'

/** A refused call, stored so that support can find it by the reference that the member was shown. */
export interface RefusedCall {
  /** The request's id, which the answer has in `x-request-id`. */
  reference: string
  at: Date
  /** Method and path as in the contract, without values of the call. */
  endpoint: string
  /** Null: the caller had no session. */
  memberId: string | null
  code: ErrorCode
}

export interface RefusedCalls {
  /**
   * Stores a call a moment later, without delaying its answer; never throws. Calls above the rate of one
   * caller, or of all callers without a session together, are not stored.
   * @param caller the member or address whose rate is counted
   */
  note(call: RefusedCall, caller: string): void
  /** The call with this reference, in capitals or small letters. */
  find(reference: string): Promise<RefusedCall | undefined>
  /** Deletes calls that are older than 30 days. */
  sweep(): Promise<void>
  /** Stores the calls that still wait in memory, in one attempt. */
  close(): Promise<void>
}

const keptDays = 30
/**
 * The rates up to which refusals are stored: for one caller, and for all callers without a session together,
 * because anybody can call from many addresses. Each node counts for itself.
 */
const ofCaller = { perSecond: 0.1, burst: 20 }
const ofStrangers = { perSecond: 2, burst: 500 }
/** Milliseconds until a batch is written, and after a failure until the next attempt. */
const waits = { gather: 200, retry: 5000 }
/** The most calls that are kept in memory until the database can be written; further ones are dropped. */
const maxWaiting = 1000

/** @param options.seconds that a statement of the sweep may take */
export function createRefusedCalls(
  database: Database,
  options: { clock: Clock; log: Logger; seconds: number },
): RefusedCalls {
  const { clock, log, seconds } = options
  const callers = createBrake(ofCaller)
  const strangers = createBrake(ofStrangers)
  let waiting: RefusedCall[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  function schedule(milliseconds: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      writing = write().finally(() => {
        writing = undefined
      })
    }, milliseconds).unref()
  }

  async function write(): Promise<void> {
    const batch = waiting.slice(0, maxWaiting)
    if (batch.length === 0) return
    try {
      await insert(batch)
      waiting = waiting.slice(batch.length)
      if (waiting.length > 0) schedule(waits.gather)
    } catch (error) {
      // The callers have their answers already, and the log has the calls under the same references.
      log.warn({ err: error, calls: batch.length }, 'refused calls could not be stored, trying again')
      schedule(waits.retry)
    }
  }

  /** Safe to repeat: a batch whose answer was lost is written again. */
  const insert = (batch: RefusedCall[]) =>
    database.query(
      `insert into refused_calls (reference, at, endpoint, member_id, code)
       select r, t::timestamptz, e, m, c
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as call (r, t, e, m, c)
       on conflict do nothing`,
      [
        batch.map(({ reference }) => reference),
        batch.map(({ at }) => at.toISOString()),
        batch.map(({ endpoint }) => endpoint),
        batch.map(({ memberId }) => memberId),
        batch.map(({ code }) => code),
      ],
    )

  return {
    note(call, caller) {
      if (isClosed || waiting.length >= maxWaiting) return
      if (callers.take(caller, 1) > 0) return
      if (call.memberId === null && strangers.take('all', 1) > 0) return
      waiting.push(call)
      if (!writing) schedule(waits.gather)
    },
    async find(reference) {
      const [row] = await database.query<RefusedCall>(
        `select reference, at, endpoint, member_id as "memberId", code from refused_calls
         where lower(reference) = lower($1)`,
        [reference],
      )
      return row
    },
    async sweep() {
      const before = addSeconds(clock.now(), -keptDays * 86_400)
      await database.patient(seconds).query('delete from refused_calls where at < $1', [before])
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await writing
      await write()
    },
  }
}

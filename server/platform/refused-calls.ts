import type { ErrorCode } from '@krapao/contract/errors.ts'
import type { Logger } from 'pino'
import { createBrake } from './brake.ts'
import { addSeconds, type Clock } from './clock.ts'
import type { Database } from './database.ts'

/** A call that was refused, as support finds it again by the reference that its caller was shown. */
export interface RefusedCall {
  /** The request's id, which the answer carries in `x-request-id`. */
  reference: string
  at: Date
  /** Method and path as the contract names them, without anything of the call. */
  endpoint: string
  /** Null: nobody was logged in. */
  memberId: string | null
  code: ErrorCode
}

export interface RefusedCalls {
  /**
   * Keeps a call, soon; never throws, and nobody waits for it. What one caller, or all strangers together, are refused
   * beyond their rate is not kept.
   * @param caller who is counted: a member or an address
   */
  note(call: RefusedCall, caller: string): void
  /** The call with this reference, in either case. */
  find(reference: string): Promise<RefusedCall | undefined>
  /** Forgets what is older than 30 days. */
  sweep(): Promise<void>
  /** Writes what is not written yet, if the database takes it now. */
  close(): Promise<void>
}

const keptDays = 30
/** Refusals that are kept: of one caller, and on each node of all strangers together, who cost nothing to be many. */
const ofCaller = { perSecond: 0.1, burst: 20 }
const ofStrangers = { perSecond: 2, burst: 500 }
/** Milliseconds: until a batch is written, and until it is tried again. */
const waits = { gather: 200, again: 5000 }
/** Calls that wait for a database that is away; more are forgotten. */
const maxWaiting = 1000

/** @param seconds a statement of the sweep may take */
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
      // Whoever was refused has the answer; the log knows the call by the same reference.
      log.warn({ err: error, calls: batch.length }, 'refused calls are not kept yet')
      schedule(waits.again)
    }
  }

  /** Twice does no harm: a batch whose answer was lost is written again. */
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

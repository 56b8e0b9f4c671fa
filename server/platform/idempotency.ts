import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '@krapao/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { newKey } from './call-key.ts'
import { type Claim, type Claimed, createClaims, isClaimLost, isSessionEnded, underClaim } from './claims.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Caller, Gate } from './http.ts'
import { Refusal } from './refusal.ts'
import { defineSetting, type Settings, Type } from './settings.ts'

export const leaseSeconds = defineSetting(
  'idempotency.leaseSeconds',
  Type.Number({ minimum: 1, maximum: 300 }),
  6,
  'Seconds after which another node may repeat a call whose node died; a running node renews its claims',
)
export const waitSeconds = defineSetting(
  'idempotency.waitSeconds',
  Type.Number({ minimum: 0, maximum: 50 }),
  10,
  'Seconds that a repeated call waits for the answer of the first call before it is refused with UNDER_WAY',
)

export const keyRequired = defineSetting(
  'wallet.keyRequired',
  Type.Boolean(),
  false,
  'Whether a call that moves money is refused without an Idempotency-Key; our own app always sends one',
)

/**
 * Idempotency keys: one answer per key, on every node (rules.md §1.5). A call claims its key in the database,
 * acts, and writes its answer; only the holder of the claim can write one. A repeated call waits for that
 * answer. If the holder died, the repeated call takes the claim over and acts again; the keys of its postings
 * are derived from the same idempotency key, so that the money moves once.
 */
export function createIdempotency(
  database: Database,
  clock: Clock,
  settings: Settings,
): { once: Gate['once']; answerOf: Gate['answerOf']; sweep(): Promise<void> } {
  const claims = createClaims(database, clock, () => settings.get(leaseSeconds))
  const running = new Map<string, Promise<unknown>>()

  /** @returns the answer; undefined if the claim was taken over, so that its new holder writes the answer */
  async function actUnder(
    claim: Claim,
    act: () => Promise<unknown>,
    until: number,
  ): Promise<{ answer: unknown } | undefined> {
    let answer: unknown
    try {
      answer = await underClaim(claim, act)
    } catch (error) {
      if (isClaimLost(error)) {
        claims.lose(claim)
        return undefined
      }
      if (!(error instanceof Refusal) || !isLasting(error)) {
        // Figures may have changed because the new holder has moved them: then its answer is the key's.
        if (!(await claims.release(claim, until)) && !isSessionEnded(error)) return undefined
        throw isSessionEnded(error) ? new Refusal('invalid-token') : error
      }
      const body = { ...error.details, message: error.code }
      if (await claims.answer(claim, error.status, body)) throw error
      return undefined
    }
    return (await claims.answer(claim, 200, answer)) ? { answer } : undefined
  }

  async function answerOnce(
    call: { memberId: string; key: string; session: string; fingerprint: string },
    act: () => Promise<unknown>,
    until: number,
  ): Promise<unknown> {
    for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
      const claimed = await claims.take(call)
      if ('claim' in claimed) {
        const mine = await actUnder(claimed.claim, act, until)
        if (mine) return mine.answer
        // The new holder's answer is looked for at once, however late it is; but nobody who has waited the
        // whole time acts again.
        if (performance.now() <= until) continue
        const theirs = await claims.find(call.memberId, call.key)
        if (theirs) return replay(theirs)
        throw new Refusal('UNDER_WAY')
      }
      if ('status' in claimed) return replay(claimed)
      if (claimed.heldBy === 'other-request') throw new Refusal('IDEMPOTENCY_CONFLICT')
      if (performance.now() > until) throw new Refusal('UNDER_WAY')
      await sleep(pause)
    }
  }

  return {
    async once(caller: Caller, given, request, act) {
      if (given === undefined && (await settings.get(keyRequired)))
        throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'Idempotency-Key', reason: 'required' }] })
      // A call without a key has a claim as well: by it the money's own transaction knows whose session
      // asked.
      const key = given ?? newKey()
      const id = `${caller.memberId} ${key}`
      const { memberId, sessionHash: session } = caller
      const call = { memberId, key, session, fingerprint: fingerprintOf(request) }
      const until = performance.now() + (await settings.get(waitSeconds)) * 1000
      // Of several simultaneous calls on this node only one queries the database; the others wait for its
      // end.
      for (let before = running.get(id); before; before = running.get(id)) {
        if (!(await endsBefore(until, before))) throw new Refusal('UNDER_WAY')
      }
      const mine = answerOnce(call, act, until)
      running.set(id, mine)
      try {
        return await mine
      } finally {
        if (running.get(id) === mine) running.delete(id)
      }
    },
    answerOf: ({ memberId }, key) => claims.find(memberId, key),
    sweep: () => claims.sweep(),
  }
}

/** Whether a promise resolves or rejects before the time `until`, by `performance.now()`. */
async function endsBefore(until: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const rest = Math.max(0, until - performance.now())
  const late = sleep(rest, false, { signal: timer.signal }).catch(() => false)
  const settled = promise.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, late]).finally(() => timer.abort())
}

function replay({ status, answer }: Extract<Claimed, { status: number }>): unknown {
  if (status === 200) return answer
  const { message, ...details } = answer as { message: Refusal['code'] }
  throw new Refusal(message, details)
}

/**
 * Statuses that are not kept as the key's answer, so that the call may be repeated: too many requests, an
 * internal error, the database not available.
 */
const passing = [429, 500, 503]
/**
 * Refusals that say nothing about the request itself: nothing was done, and the same key may ask again, with
 * the figures that it was answered.
 */
const passingCodes: readonly ErrorCode[] = ['IDEMPOTENCY_CONFLICT', 'FIGURES_CHANGED']

/** Whether a refusal is kept as the answer of its key. */
const isLasting = ({ code, status }: Refusal): boolean =>
  !passingCodes.includes(code) && !passing.includes(status)

/** A hash that is the same for the same endpoint and body. */
const fingerprintOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.routeOptions.url, request.params, request.body]))
    .digest('base64url')

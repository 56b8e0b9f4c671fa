import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { type Claim, type Claimed, createClaims, isClaimLost, underClaim } from './claims.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Caller, Gate } from './http.ts'
import { Refusal } from './refusal.ts'
import { defineSetting, type Settings, Type } from './settings.ts'

export const leaseSeconds = defineSetting(
  'idempotency.leaseSeconds',
  Type.Number({ minimum: 1, maximum: 300 }),
  6,
  'Seconds after which another node goes on with a call whose node died; a living one renews its claim in time',
)
export const waitSeconds = defineSetting(
  'idempotency.waitSeconds',
  Type.Number({ minimum: 0, maximum: 50 }),
  10,
  'Most seconds that a repeated call waits for the answer of the first before it is told UNDER_WAY',
)

/**
 * One key, one answer, on every node (rules.md §1.5). A call claims its key in the database, acts, and writes its answer,
 * which only the holder of the claim can. The same call again waits for that answer, and goes on by itself where the
 * holder died: the effect's own keys, made from the same key, see to it that it happens once.
 */
export function createIdempotency(
  database: Database,
  clock: Clock,
  settings: Settings,
): { once: Gate['once']; answerOf: Gate['answerOf']; sweep(): Promise<void> } {
  const claims = createClaims(database, clock, () => settings.get(leaseSeconds))
  const running = new Map<string, Promise<unknown>>()

  /** @returns the answer; undefined when it is another's, to be asked for */
  async function actUnder(
    claim: Claim,
    act: () => Promise<unknown>,
  ): Promise<{ answer: unknown } | undefined> {
    let answer: unknown
    try {
      answer = await underClaim(claim, act)
    } catch (error) {
      if (isClaimLost(error)) return undefined
      if (!(error instanceof Refusal) || !isLasting(error)) {
        await claims.release(claim)
        throw error
      }
      const body = { ...error.details, message: error.code }
      if (await claims.answer(claim, error.status, body)) throw error
      return undefined
    }
    return (await claims.answer(claim, 200, answer)) ? { answer } : undefined
  }

  async function answerOnce(
    asked: { memberId: string; key: string; print: string },
    act: () => Promise<unknown>,
    until: number,
  ): Promise<unknown> {
    for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
      const claimed = await claims.take(asked)
      if ('claim' in claimed) {
        const mine = await actUnder(claimed.claim, act)
        if (mine) return mine.answer
      } else if ('status' in claimed) return replay(claimed)
      else if (claimed.heldBy === 'other-request') throw new Refusal('IDEMPOTENCY_CONFLICT')
      if (performance.now() > until) throw new Refusal('UNDER_WAY')
      await sleep(pause)
    }
  }

  return {
    async once(caller: Caller, key, request, act) {
      const id = `${caller.memberId} ${key}`
      const asked = { memberId: caller.memberId, key, print: fingerprint(request) }
      const until = performance.now() + (await settings.get(waitSeconds)) * 1000
      // Several at once on this node: one asks the database, the others wait beside it.
      for (let before = running.get(id); before; before = running.get(id)) {
        if (!(await endsBefore(until, before))) throw new Refusal('UNDER_WAY')
      }
      const mine = answerOnce(asked, act, until)
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

/** Whether a promise is settled, one way or the other, before an instant by `performance.now()`. */
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

/** Too many requests, a failure inside the server, the database away: no answer to the request; its key may try again. */
const passing = [429, 500, 503]

/** Whether a refusal is the answer that its key replays. */
const isLasting = ({ code, status }: Refusal): boolean =>
  code !== 'IDEMPOTENCY_CONFLICT' && !passing.includes(status)

/** What makes two requests the same: endpoint and body. */
const fingerprint = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.routeOptions.url, request.params, request.body]))
    .digest('base64url')

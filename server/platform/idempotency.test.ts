import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { type CallKey, readCallKey } from './call-key.ts'
import { rawQuery, transaction } from './database.ts'
import type { Caller } from './http.ts'
import { createIdempotency, waitSeconds } from './idempotency.ts'
import { Refusal } from './refusal.ts'

/** A key whose claim is lost while its holder acts, as by a node that was suspended (rules.md §1.5). */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const request = { method: 'GET', routeOptions: { url: '/moves' }, params: {}, body: null } as FastifyRequest
const nodeOf = () => {
  const { database, clock, settings } = app.context
  return createIdempotency(database, clock, settings)
}
const callOf = (memberId: string) => {
  const caller = { memberId, sessionHash: `session of ${memberId}` } as Caller
  const key = readCallKey('k1') as CallKey
  return (node: ReturnType<typeof nodeOf>, act: () => Promise<unknown>) =>
    node.once(caller, key, request, act)
}
const endLease = (memberId: string) =>
  app.database.query(
    `update idempotency_answers set claimed_until = now() - interval '1 second' where member_id = $1`,
    [memberId],
  )

describe.each([
  ['figures that have changed', () => new Refusal('FIGURES_CHANGED', { present: { amount: 0 } })],
  ['a request too many', () => new Refusal('REQUEST_LIMIT')],
  ['an error', () => new Error('broken')],
])('a node that finds %s', (what, failure) => {
  test('and has lost its claim answers what the new holder does', async () => {
    const id = `lost ${what}`
    const call = callOf(id)
    const [suspended, other] = [nodeOf(), nodeOf()]
    let moved = 0
    const answer = call(suspended, async () => {
      await endLease(id)
      expect(await call(other, async () => ({ moved: ++moved }))).toEqual({ moved: 1 })
      throw failure()
    })
    expect(await answer).toEqual({ moved: 1 })
    expect(await call(nodeOf(), async () => ({ moved: ++moved }))).toEqual({ moved: 1 })
  })

  test.each([
    ['that is not committed yet', true],
    ['that is rolled back', false],
  ])('and meets a takeover %s waits for what becomes of it', async (_, isCommitted) => {
    const id = `met ${what} ${isCommitted}`
    const call = callOf(id)
    const end = Promise.withResolvers<void>()
    let takeover: Promise<unknown> | undefined
    const answer = call(nodeOf(), async () => {
      await endLease(id)
      await new Promise<void>((begun) => {
        takeover = transaction(app.context.db, async (tx) => {
          await rawQuery(
            tx,
            `update idempotency_answers set holder = 'other', claimed_until = now() + interval '1 minute' where member_id = $1`,
            [id],
          )
          begun()
          await end.promise
          if (!isCommitted) throw new Error('rolled back')
        }).catch(() => {})
      })
      throw failure()
    })
    let hasEnded = false
    const told = answer
      .catch((error: Error) => error.message)
      .finally(() => {
        hasEnded = true
      })
    await sleep(300)
    const hasWaited = !hasEnded
    end.resolve()
    await takeover
    expect(hasWaited).toBe(true)
    if (!isCommitted) return expect(await told).toBe(failure().message)
    await app.database.query(
      `update idempotency_answers set status = 200, answer = '{"moved": 1}' where member_id = $1`,
      [id],
    )
    expect(await told).toEqual({ moved: 1 })
  })

  test('and has its claim says so, and the key may try again', async () => {
    const call = callOf(`held ${what}`)
    const node = nodeOf()
    await expect(
      call(node, async () => {
        throw failure()
      }),
    ).rejects.toThrow(failure().message)
    expect(await call(nodeOf(), async () => ({ moved: 1 }))).toEqual({ moved: 1 })
  })
})

test('while the new holder is at work, the one that lost its claim waits for it', async () => {
  const call = callOf('waiting')
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let second: Promise<unknown> | undefined
  const first = call(nodeOf(), async () => {
    await endLease('waiting')
    await new Promise<void>((begun) => {
      second = call(nodeOf(), async () => {
        begun()
        await finished
        return { moved: 1 }
      })
    })
    setTimeout(finish, 100)
    throw new Refusal('FIGURES_CHANGED', { present: { amount: 0 } })
  })
  expect(await first).toEqual({ moved: 1 })
  expect(await second).toEqual({ moved: 1 })
})

test('the one that lost its claim answers what the new holder did, also when it has waited its time', async () => {
  const call = callOf('late')
  await app.context.settings.set(waitSeconds, 0)
  try {
    const answer = call(nodeOf(), async () => {
      await endLease('late')
      expect(await call(nodeOf(), async () => ({ moved: 1 }))).toEqual({ moved: 1 })
      return { moved: 2 }
    })
    expect(await answer).toEqual({ moved: 1 })
  } finally {
    await app.context.settings.set(waitSeconds, waitSeconds.default)
  }
})

test('the one that lost its claim and has waited its time does not act again, also where the new holder died', async () => {
  const call = callOf('late and dead')
  await app.context.settings.set(waitSeconds, 0)
  let acts = 0
  const end = Promise.withResolvers<void>()
  let dead: Promise<unknown> | undefined
  try {
    const answer = call(nodeOf(), async () => {
      acts++
      await endLease('late and dead')
      await new Promise<void>((begun) => {
        dead = call(nodeOf(), async () => {
          begun()
          await end.promise
        }).catch(() => {})
      })
      await endLease('late and dead')
      return { moved: 1 }
    })
    await expect(answer).rejects.toThrow('UNDER_WAY')
    expect(acts).toBe(1)
  } finally {
    end.resolve()
    await dead
    await app.context.settings.set(waitSeconds, waitSeconds.default)
  }
})

import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { type CallKey, readCallKey } from './call-key.ts'
import type { Caller } from './http.ts'
import { createIdempotency } from './idempotency.ts'
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

import type { BodyOf } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawQuery, transaction } from '../../../platform/database.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { newOperator, type TestOperator } from '../../operator/testing.ts'
import { testQueue } from '../testing.ts'

/** Several operators empty one queue at once, each by asking for the next item and deciding it. */

let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let operators: TestOperator[]
let memberId: string
beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'operator.looksPerMinute': 10_000 } })
  parcels = await testQueue(app)
  operators = await Promise.all([1, 2, 3].map(() => newOperator(app, 'cashier')))
  memberId = (await app.registerMember()).id
})
afterAll(() => app.close())

type Filter = NonNullable<BodyOf<'POST /api/console/desk/:queue/next'>['filter']>

/**
 * Does what the console does by itself: asks for the next free item, leaves the one before, claims the new
 * one and looks, and decides it. Each fourth is passed over instead.
 * @param filter how this operator's list is narrowed and ordered
 */
async function follow({ token }: TestOperator, filter: Filter) {
  const seen = { landings: 0, again: 0, outcomes: [] as string[], amounts: [] as number[] }
  let passed: string[] = []
  let open: string | undefined
  for (let opened = 1; ; opened++) {
    const { body } = await app.call('POST /api/console/desk/:queue/next', {
      token,
      params: { queue: 'slip' },
      body: { filter, not: passed },
    })
    // As the page does when it is left.
    if (open !== undefined) {
      await app.call('DELETE /api/console/desk/:queue/:id/claim', {
        token,
        params: { queue: 'slip', id: open },
      })
    }
    open = body.id ?? undefined
    if (open === undefined && passed.length === 0) return seen
    if (open === undefined) {
      passed = []
      continue
    }
    if (passed.includes(open)) seen.again++
    const params = { queue: 'slip', id: open } as const
    const [held, shown] = await Promise.all([
      app.call('PUT /api/console/desk/:queue/:id/claim', { token, params, body: {} }),
      app.call('GET /api/console/desk/:queue/:id', { token, params }),
    ])
    if (!held.body.isYours || shown.body.state !== 'WAITING') seen.landings++
    seen.amounts.push(shown.body.item?.amount ?? 0)
    if (opened % 4 === 0) {
      passed = [...passed, open]
      continue
    }
    const decided = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token,
      params,
      body: { reason: 'seen it' },
    })
    seen.outcomes.push(decided.error?.message ?? decided.body.status)
  }
}

it('three who only follow the console empty a queue of 300: they meet nowhere, nothing twice, nothing in vain', async () => {
  for (let n = 0; n < 300; n++) await parcels.put({ memberId, amount: 100 + n })
  const filters: Filter[] = [{}, { sort: 'largest' }, { min: '150', sort: 'smallest' }]
  const seen = await Promise.all(operators.map((operator, n) => follow(operator, filters[n] ?? {})))
  expect(seen.map(({ landings, again }) => [landings, again])).toEqual(
    Array.from({ length: 3 }, () => [0, 0]),
  )
  expect(seen.flatMap(({ outcomes }) => outcomes)).toEqual(Array.from({ length: 300 }, () => 'DONE'))
  for (const { outcomes } of seen) expect(outcomes.length).toBeGreaterThan(30)
  // Each in the order of the own list.
  expect(seen.map(({ amounts }) => amounts[0])).toEqual([100, 399, 150])
  const [sum] = await app.database.query<{ effects: number }>(
    'select sum(effects)::int as effects from parcels',
  )
  expect(sum?.effects).toBe(300)
})

it('an item that somebody has decided while it was being claimed is held by nobody', async () => {
  const id = await parcels.put({ memberId, amount: 1 })
  const [slow, quick] = operators
  if (!slow || !quick) throw new Error('nothing to test')
  const params = { queue: 'slip', id } as const
  // The claim has found it in the list, and waits to be written.
  const claiming = await transaction(app.database.db, async (tx) => {
    await rawQuery(tx, 'lock table desk_claims in exclusive mode')
    const call = app.call('PUT /api/console/desk/:queue/:id/claim', { token: slow.token, params, body: {} })
    await expect
      .poll(() =>
        app.database.query(
          // Tables of other tests' databases have the same number, because all are copies.
          `select from pg_locks where not granted and relation = 'desk_claims'::regclass
             and database = (select oid from pg_database where datname = current_database())`,
        ),
      )
      .toHaveLength(1)
    await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: quick.token,
      params,
      body: { reason: 'seen it' },
    })
    return { call }
  })
  const { error } = await claiming.call
  expect(error?.message).toBe('NO_DATA')
  const claims = await app.call('GET /api/console/desk/claims', { token: slow.token })
  expect(claims.body.map((claim) => claim.id)).not.toContain(id)
})

it('an item that somebody has decided since the list was read is passed over', async () => {
  const [first, second] = [
    await parcels.put({ memberId, amount: 1 }),
    await parcels.put({ memberId, amount: 1 }),
  ]
  const [queue] = app.context.desk.queues()
  const [slow, quick] = operators
  if (!queue || !slow || !quick) throw new Error('nothing to test')
  const { entries } = queue
  if (!entries) throw new Error('nothing to test')
  const params = { queue: 'slip', id: first } as const
  queue.entries = async (ids) => {
    queue.entries = entries
    const read = await entries(ids)
    // Meanwhile a colleague takes the first one, decides it and leaves it.
    const taken = await app.call('POST /api/console/desk/:queue/next', { token: quick.token, params })
    expect(taken.body.id).toBe(first)
    await app.call('POST /api/console/desk/:queue/:id/refuse', {
      token: quick.token,
      params,
      body: { reason: 'not ours' },
    })
    await app.call('DELETE /api/console/desk/:queue/:id/claim', { token: quick.token, params })
    return read
  }
  const { body } = await app.call('POST /api/console/desk/:queue/next', { token: slow.token, params })
  expect(body.id).toBe(second)
  const claims = await app.call('GET /api/console/desk/claims', { token: slow.token })
  expect(claims.body.map(({ id }) => id)).not.toContain(first)
})

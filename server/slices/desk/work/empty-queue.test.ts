import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('three empty a queue of 300: nothing twice, nothing in vain', async () => {
  for (let n = 0; n < 300; n++) await parcels.put({ memberId, amount: 1 })
  const outcomes: string[] = []
  const ids: string[] = []
  await Promise.all(
    operators.map(async ({ token }) => {
      for (;;) {
        const { body } = await app.call('POST /api/console/desk/:queue/next', {
          token,
          params: { queue: 'slip' },
        })
        if (body.id === null) return
        ids.push(body.id)
        const params = { queue: 'slip', id: body.id } as const
        const decided = await app.call('POST /api/console/desk/:queue/:id/approve', {
          token,
          params,
          body: { reason: 'seen it' },
        })
        outcomes.push(decided.error?.message ?? decided.body.status)
        // As the page does when it is left.
        if (ids.length % 2) await app.call('DELETE /api/console/desk/:queue/:id/claim', { token, params })
      }
    }),
  )
  expect(new Set(ids).size).toBe(300)
  expect(outcomes).toEqual(Array.from({ length: 300 }, () => 'DONE'))
  const [sum] = await app.database.query<{ effects: number }>(
    'select sum(effects)::int as effects from parcels',
  )
  expect(sum?.effects).toBe(300)
}, 60_000)

it('an item that somebody has decided while it was being claimed is held by nobody', async () => {
  const id = await parcels.put({ memberId, amount: 1 })
  const [queue] = app.context.desk.queues()
  const [slow, quick] = operators
  if (!queue || !slow || !quick) throw new Error('nothing to test')
  const { find } = queue
  const params = { queue: 'slip', id } as const
  queue.find = async (wanted) => {
    queue.find = find
    const read = await find(wanted)
    await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: quick.token,
      params,
      body: { reason: 'seen it' },
    })
    return read
  }
  const { error } = await app.call('PUT /api/console/desk/:queue/:id/claim', {
    token: slow.token,
    params,
    body: {},
  })
  expect(error?.message).toBe('NO_DATA')
  const claims = await app.call('GET /api/console/desk/claims', { token: slow.token })
  expect(claims.body.map((one) => one.id)).not.toContain(id)
})

it('an item that somebody has decided since the list was read is passed over', async () => {
  const [first, second] = [
    await parcels.put({ memberId, amount: 1 }),
    await parcels.put({ memberId, amount: 1 }),
  ]
  const [queue] = app.context.desk.queues()
  const [slow, quick] = operators
  if (!queue || !slow || !quick) throw new Error('nothing to test')
  const { list } = queue
  const params = { queue: 'slip', id: first } as const
  queue.list = async (page) => {
    queue.list = list
    const read = await list(page)
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

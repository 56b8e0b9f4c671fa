import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { eventsOf, newOperator, type TestOperator } from '../../operator/testing.ts'
import { payWithdrawals } from '../../withdraw/pay.ts'
import { honestMember, listPayouts, rowsOf, walletOf, withdraw } from '../../withdraw/testing.ts'

/**
 * Three operators empty one queue of 300 withdrawals at once, by the calls that the console makes: two of
 * them take the next free one, look and decide; the third approves clear ones together.
 */

let app: TestApp
let members: TestMember[]
let team: [TestOperator, TestOperator, TestOperator]
const queue = 'withdrawal' as const
const each = 10
const money = 5000

beforeAll(async () => {
  app = await testApp({
    engine: 'postgres',
    settings: { 'withdraw.autoLimit': 0, 'operator.looksPerMinute': 10_000 },
  })
  // Nothing is paid until all are decided.
  await app.context.jobs.stop()
  const [first, second] = [await newOperator(app, 'cashier'), await newOperator(app, 'cashier')]
  team = [first, second, await newOperator(app, 'owner')]
  members = await Promise.all(Array.from({ length: 30 }, () => honestMember(app, money)))
  for (let n = 0; n < each; n++) {
    const made = await Promise.all(members.map((member, i) => withdraw(app, member, 100 + n + i)))
    expect(made.map(({ body }) => body.status)).toEqual(members.map(() => 'PENDING'))
  }
}, 120_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const waiting = async ({ token }: TestOperator): Promise<number> => {
  const { body } = await app.call('GET /api/console/desk', { token })
  return body.queues.find((known) => known.queue === queue)?.count ?? 0
}
const claim = ({ token }: TestOperator, id: string) =>
  app.call('PUT /api/console/desk/:queue/:id/claim', { token, params: { queue, id }, body: {} })
const release = ({ token }: TestOperator, id: string) =>
  app.call('DELETE /api/console/desk/:queue/:id/claim', { token, params: { queue, id } })

/** Takes the next free one until nothing waits. @returns what each decision was answered, by the item */
async function oneByOne(by: TestOperator): Promise<[id: string, answer: string][]> {
  const { token } = by
  const decided: [string, string][] = []
  for (;;) {
    const { body } = await app.call('POST /api/console/desk/:queue/next', { token, params: { queue } })
    const { id } = body
    if (id === null) {
      // What is left is in other hands.
      if ((await waiting(by)) === 0) return decided
      continue
    }
    const params = { queue, id }
    await Promise.all([
      app.call('GET /api/console/desk/:queue/:id', { token, params }),
      app.call('GET /api/console/desk/:queue/:id/evidence', { token, params }),
      claim(by, id),
    ])
    const isRefused = decided.length % 5 === 4
    const key = randomUUID()
    const send = () =>
      app.call(`POST /api/console/desk/:queue/:id/${isRefused ? 'refuse' : 'approve'}`, {
        token,
        params,
        headers: { 'idempotency-key': key },
        body: { reason: 'looked at it' },
      })
    const { body: answer, error } = await send()
    decided.push([id, error?.message ?? answer.status])
    // An answer was lost on the way, and the page sends the same again.
    if (decided.length % 7 === 0) {
      const again = await send()
      expect(again.error?.message ?? again.body.status).toBe(answer.status)
    }
    await release(by, id)
  }
}

/** Approves the clear ones of the first page together until nothing waits. */
async function together(by: TestOperator): Promise<[id: string, answer: string][]> {
  const { token } = by
  const decided: [string, string][] = []
  while ((await waiting(by)) > 0) {
    const { body } = await app.call('GET /api/console/desk/:queue', { token, params: { queue } })
    const clear = body.items.filter(({ isClear }) => isClear)
    const held = await Promise.all(clear.map(async (item) => ({ item, answer: await claim(by, item.id) })))
    const items = held
      .filter(({ answer }) => answer.body.isYours)
      .map(({ item: { id, amount, member } }) => ({ id, amount: amount ?? 0, memberId: member?._id ?? '' }))
    if (items.length === 0) continue
    const { body: answer } = await app.call('POST /api/console/desk/approve-clear', {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: { queue, items, reasonCode: 'PLAY_CHECKED' },
    })
    for (const { id, code } of answer.results) decided.push([id, code ?? 'DONE'])
    await Promise.all(items.map(({ id }) => release(by, id)))
  }
  return decided
}

it('nobody decides in vain, nothing is paid twice, and the books agree', async () => {
  const [first, second, third] = team
  expect(await waiting(first)).toBe(300)
  const byEach = await Promise.all([oneByOne(first), oneByOne(second), together(third)])
  const all = byEach.flat()
  expect(all.filter(([, answer]) => answer !== 'DONE')).toEqual([])
  expect(all).toHaveLength(300)
  expect(new Set(all.map(([id]) => id)).size).toBe(300)
  for (const own of byEach) expect(own.length).toBeGreaterThan(10)
  const decisions = (await eventsOf(app.database, { actions: 'desk.%' })).filter(
    ({ action, subject }) => /^desk\.(approve|refuse)$/.test(action) && subject.startsWith('withdrawal:'),
  )
  expect(decisions).toHaveLength(300)
  expect(new Set(decisions.map(({ subject }) => subject)).size).toBe(300)

  await payWithdrawals(app.context)
  const payouts = await listPayouts(app)
  let paid = 0
  for (const member of members) {
    const rows = await rowsOf(app, member)
    expect(rows).toHaveLength(each)
    const succeeded = rows.filter(({ state }) => state === 'SUCCESS')
    expect(rows.every(({ state }) => state === 'SUCCESS' || state === 'FAILED')).toBe(true)
    paid += succeeded.length
    for (const { id, amount_minor } of succeeded)
      expect(payouts.get(id)).toMatchObject({ amount: amount_minor / 100, asked: 1 })
    const left = succeeded.reduce((sum, { amount_minor }) => sum - amount_minor / 100, money)
    expect(await walletOf(app, member)).toEqual({ wallet: left, withdrawing: 0 })
  }
  expect(payouts.size).toBe(paid)
}, 180_000)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { settingNamed } from '../../platform/settings.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import {
  activate,
  campaigns,
  check,
  clear,
  free,
  outcomeOf,
  tally,
  usePromotion,
  walletOf,
} from '../bonus/testing.ts'

/** Promotion codes through the real app (rules.md §8). */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp({ settings: { 'promotion.searchesPerMinute': 100_000 } })
  await app.context.jobs.stop()
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const find = ({ token }: TestMember, code: string) =>
  app.call('GET /api/promotion/find/:code', { token, params: { code }, headers: { cookie: 'lang=EN' } })
const current = async ({ token }: TestMember) =>
  (await app.call('GET /api/promotion/current', { token })).body.promotion
const people = (count: number) => Promise.all(Array.from({ length: count }, () => app.registerMember()))

test('a code is found in any case, in the member’s currency only', async () => {
  const code = await make.promotion()
  const kip = await make.promotion({ currency: 'LAK', amount: 25_000 })
  const member = await app.registerMember()
  expect((await find(member, code.toLowerCase())).body).toMatchObject({
    code,
    title: 'Fifty',
    description: '<p>Fifty for you</p>',
    percentFail: 5,
    amount: 50,
    currency: 'THB',
    condition: { mode: 'balance', percent: 200 },
    maxTotal: 50,
    total: 0,
  })
  expect(outcomeOf(await find(member, 'NOTHING'))).toBe('404 NO_PROMOTION')
  expect(outcomeOf(await find(member, kip))).toBe('404 NO_PROMOTION')
})

test('it is credited once per member, as money under its condition', async () => {
  const code = await make.promotion()
  const member = await app.registerMember()
  expect(await current(member)).toBeNull()
  const { body } = await usePromotion(app, member, code.toLowerCase(), 'first')
  expect(body).toMatchObject({ source: 'promotion', code, state: 'ACTIVE', type: null })
  expect(await walletOf(app, member)).toBe(50)
  expect(await current(member)).toMatchObject({ _id: body._id })
  expect(await check(app, member)).toMatchObject({ status: true, type: 'promotion' })
  await forgetAnswers(app.database, member.id)
  expect((await usePromotion(app, member, code, 'first')).body._id).toBe(body._id)
  expect(outcomeOf(await usePromotion(app, member, code))).toBe('409 PROMOTION_RECEIVED')
  await clear(app, member)
  expect(outcomeOf(await usePromotion(app, member, code))).toBe('409 PROMOTION_RECEIVED')
  expect(await walletOf(app, member)).toBe(0)
})

test('each refusal', async () => {
  const code = await make.promotion({ uses: 2, usesPerDay: 1 })
  const [first, second, third, rich, busy] = (await people(5)) as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ]
  const outcome = async (member: TestMember, which = code) =>
    outcomeOf(await usePromotion(app, member, which))
  expect(await outcome(first, 'NOTHING')).toBe('404 NO_PROMOTION')
  await app.fund(rich.id, 50.01)
  expect(await outcome(rich)).toBe('422 BONUS_REMAINING')
  expect((await find(rich, code)).body).toMatchObject({ maxTotal: 50, total: 50.01 })
  await activate(app, busy, await make.bonus({ credit: free(10) }))
  expect(await outcome(busy)).toBe('409 BONUS_ALREADY_ACTIVE')
  expect(await outcome(first)).toBe('OK')
  expect(await outcome(second)).toBe('422 BONUS_FULL')
  app.clock.advance(86_400)
  expect(await outcome(second)).toBe('OK')
  app.clock.advance(86_400)
  expect(await outcome(third)).toBe('422 BONUS_FULL')
})

test('a key that was used for another code: IDEMPOTENCY_CONFLICT', async () => {
  const [first, other] = [await make.promotion(), await make.promotion()]
  const member = await app.registerMember()
  await usePromotion(app, member, first, 'key')
  expect(outcomeOf(await usePromotion(app, member, other, 'key'))).toBe('422 IDEMPOTENCY_CONFLICT')
})

test('too many codes in a minute', async () => {
  const member = await app.registerMember()
  const strict = settingNamed('promotion.searchesPerMinute')
  await app.context.settings.set(strict, 1)
  await find(member, 'A')
  expect(outcomeOf(await find(member, 'B'))).toBe('429 REQUEST_LIMIT_1MIN')
  await app.context.settings.set(strict, 100_000)
})

test('fifty members at once on the last use: one', async () => {
  const code = await make.promotion({ uses: 2, usesPerDay: null })
  const members = await people(51)
  await usePromotion(app, members[0] as TestMember, code)
  expect(await tally(members.slice(1).map((member) => usePromotion(app, member, code)))).toEqual({
    OK: 1,
    '422 BONUS_FULL': 49,
  })
})

// Both are stopped at the code's row, where a call that does not lock it has counted already.
test.each([
  ['in all', { uses: 2, usesPerDay: null }],
  ['of the day', { uses: 100, usesPerDay: 2 }],
])('two members who count at the same moment, on the last use %s: one', async (_which, limits) => {
  const code = await make.promotion(limits)
  const [first, ...two] = (await people(3)) as [TestMember, TestMember, TestMember]
  await usePromotion(app, first, code)
  const calls = await transaction(app.context.db, async (tx) => {
    await rawQuery(tx, 'select from promotion_uses where code = $1 for update', [code])
    const begun = two.map((member) => usePromotion(app, member, code))
    await expect.poll(() => waitingForLocks(app.database), { timeout: 20_000 }).toBe(2)
    return begun
  })
  expect(await tally(calls)).toEqual({ OK: 1, '422 BONUS_FULL': 1 })
})

test('one member fifty times at once: one', async () => {
  const code = await make.promotion()
  const member = await app.registerMember()
  expect(await tally(Array.from({ length: 50 }, () => usePromotion(app, member, code)))).toEqual({
    OK: 1,
    '409 PROMOTION_RECEIVED': 49,
  })
  expect(await walletOf(app, member)).toBe(50)
})

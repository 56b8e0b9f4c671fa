import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { lockAccounts } from '../../ledger/testing/asked.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { answerElsewhere } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { startNode, type TestNode } from '../../testing/node.ts'
import { campaignPeople, testCondition } from '../campaign/testing.ts'
import { deskOf } from '../deposit/testing/money-in.ts'
import { eventually } from '../wallet/testing.ts'
import {
  claim,
  coinsOf,
  couponOf,
  coupons,
  memberWithCoins,
  publisher,
  rotate,
  setup,
  slice,
  spin,
  spins,
  wheelOf,
  wheelWith,
} from './testing.ts'

/** Many spins and claims at once, on two nodes: none doubled, none lost (rules.md §11). */

let app: TestApp
let node: TestNode
let publish: (content: Parameters<ReturnType<typeof publisher>>[0]) => Promise<void>

beforeAll(async () => {
  app = await testApp()
  node = await startNode({ config: { ...testConfig(app.sandbox), DATABASE_URL: app.database.url } })
  const make = publisher(app, await campaignPeople(app))
  publish = async (content) => {
    const version = await make(content)
    // The other node sees it within two seconds.
    const member = await app.registerMember()
    await eventually(async () => (await setup(node, member)).activeSpinwheel?.version === version)
  }
})
afterAll(async () => {
  await node.stop()
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const fifty = <T>(act: (at: TestApp | TestNode, i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 50 }, (_, i) => act(i % 2 ? app : node, i)))
const errorsOf = (answers: { status: number; body: { success: boolean; error?: string } }[]) => {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const counts: Record<string, number> = {}
  for (const { body } of answers) {
    const what = body.success ? 'success' : (body.error ?? '')
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

describe('fifty spins at once', () => {
  beforeAll(() => publish(wheelOf(slice('A', 1), slice('B', 1, { prize: { kind: 'COIN', coins: 1 } }))))

  it('with one coin are one spin', async () => {
    const member = await memberWithCoins(app, 1)
    expect(errorsOf(await fifty((at) => spin(at, member)))).toEqual({ success: 1, NO_COIN: 49 })
    expect([await coinsOf(app, member), (await spins(app, member)).total]).toEqual([0, 1])
  })

  it('with one key are one spin, and one answer', async () => {
    const member = await memberWithCoins(app, 50)
    const answers = await fifty((at) => spin(at, member, {}, 'k1'))
    expect(errorsOf(answers)).toEqual({ success: 50 })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect([await coinsOf(app, member), (await spins(app, member)).total]).toEqual([49, 1])
  })

  it('with fifty coins are fifty, each with a nonce of its own, whoever rotates the seed meanwhile', async () => {
    const member = await memberWithCoins(app, 50)
    await setup(app, member)
    const [answers] = await Promise.all([
      fifty((at) => spin(at, member)),
      rotate(app, member),
      rotate(node, member),
    ])
    expect(errorsOf(answers)).toEqual({ success: 50 })
    const { total, spins: all } = await spins(app, member, 1, 100)
    expect([await coinsOf(app, member), total]).toEqual([0, 50])
    const bySeed = Map.groupBy(all, ({ seedId }) => seedId)
    for (const spins of bySeed.values()) {
      expect(spins.map(({ nonce }) => nonce).sort((a, b) => a - b)).toEqual(spins.map((_, at) => at))
    }
    expect((await setup(app, member)).seed?.nonce).toBe(
      bySeed.get((await setup(app, member)).seed?._id ?? '')?.length ?? 0,
    )
  })
})

test('fifty winners of a stock of three are three; the others have the fallback', async () => {
  const content = wheelOf(slice('FALL', 1), slice('CAR', 999_999, { stock: 3, prize: { kind: 'ITEM' } }))
  await publish(content)
  const members = await Promise.all(Array.from({ length: 50 }, () => memberWithCoins(app, 1)))
  const answers = await fifty((at, i) => spin(at, members[i] as TestMember))
  expect(errorsOf(answers)).toEqual({ success: 50 })
  const codes = answers.map(({ body }) => (body.success ? body.result.code : ''))
  expect(codes.filter((code) => code === 'CAR')).toHaveLength(3)
  expect(codes.filter((code) => code === 'FALL')).toHaveLength(47)
  expect((await setup(app, members[0] as TestMember)).activeSpinwheel?.slices).toMatchObject([
    { code: 'FALL', weight: 1_000_000, stock: null },
    { code: 'CAR', weight: 0, stock: 0 },
  ])
  // A new version begins with its own stock.
  await publish(content)
  const late = await memberWithCoins(app, 1)
  expect((await setup(app, late)).activeSpinwheel?.slices).toMatchObject([{}, { weight: 999_999, stock: 3 }])
})

describe('fifty claims at once of one coupon', () => {
  it.each(['', 'k1'])('of money are one credit (key %j)', async (key) => {
    await publish(wheelWith({ kind: 'CREDIT', amount: 20, condition: testCondition }))
    const member = await memberWithCoins(app, 1)
    const coupon = await couponOf(app, member)
    const outcomes = errorsOf(await fifty((at) => claim(at, member, coupon, key || undefined)))
    expect(outcomes).toEqual(key ? { success: 50 } : { success: 1, NO_CLAIMABLE_COUPON: 49 })
    expect((await app.context.ledger.balances(member.id)).get('wallet')?.amountMinor).toBe(2000)
  })

  it('of coins are coins once', async () => {
    await publish(wheelWith({ kind: 'COIN', coins: 5 }))
    const member = await memberWithCoins(app, 1)
    const coupon = await couponOf(app, member)
    expect(errorsOf(await fifty((at) => claim(at, member, coupon)))).toEqual({
      success: 1,
      NO_CLAIMABLE_COUPON: 49,
    })
    expect(await coinsOf(app, member)).toBe(5)
  })

  it('of an item are one request, and of many decisions one counts', async () => {
    await publish(wheelWith({ kind: 'ITEM' }))
    const member = await memberWithCoins(app, 1)
    const coupon = await couponOf(app, member)
    expect(errorsOf(await fifty((at) => claim(at, member, coupon)))).toEqual({
      success: 1,
      NO_CLAIMABLE_COUPON: 49,
    })
    const desk = deskOf(app, 'prize')
    const waiting = (await desk.all()).filter(({ memberId }) => memberId === member.id)
    expect(waiting).toHaveLength(1)
    const decided = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => desk.decide(waiting[0]?.id ?? '', i % 2 ? 'approve' : 'refuse')),
    )
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(['CLAIMED', 'AVAILABLE']).toContain((await coupons(app, member))[0]?.state)
  })
})

test('a node that lost its claim of the key spins nothing', async () => {
  await publish(wheelOf(slice('A', 1), slice('B', 1)))
  const member = await memberWithCoins(app, 1)
  let asleep: ReturnType<typeof spin> | undefined
  await transaction(app.context.db, async (tx) => {
    // The node claims the key, and its posting waits for this lock; meanwhile another one answers in its
    // place.
    await rawQuery(tx, lockAccounts, [member.id])
    asleep = spin(node, member, {}, 'k1')
    await expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(0)
    await answerElsewhere(app.database, member.id, { success: false, error: 'NO_WHEEL' })
  })
  expect((await asleep)?.body).toEqual({ success: false, error: 'NO_WHEEL' })
  expect([await coinsOf(app, member), (await spins(app, member)).total]).toEqual([1, 0])
})

test('the embedded database spins and claims', async () => {
  const embedded = await testApp({ engine: 'pglite' })
  try {
    await publisher(
      embedded,
      await campaignPeople(embedded),
    )(wheelWith({ kind: 'CREDIT', amount: 20, condition: testCondition }))
    const member = await memberWithCoins(embedded, 2)
    const coupon = await couponOf(embedded, member)
    const answers = await Promise.all(Array.from({ length: 5 }, () => claim(embedded, member, coupon)))
    expect(errorsOf(answers)).toEqual({ success: 1, NO_CLAIMABLE_COUPON: 4 })
  } finally {
    await embedded.close()
  }
})

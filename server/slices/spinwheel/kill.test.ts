import { randomUUID } from 'node:crypto'
import { draw } from '@krapao/contract/slices/spinwheel/draw.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Flow, type Point } from '../../testing/node.ts'
import { campaignPeople, testCondition } from '../campaign/testing.ts'
import { hmacOf } from './rules.ts'
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
} from './testing.ts'

/**
 * kill -9 of a node between every two steps of a spin and of a claim (rules.md §11). What must hold afterwards: all of it
 * happened or nothing did, the same request again completes it once, and the books balance.
 */
type Step = [string, Point]
const steps: Step[] = [
  ['before the coin is taken', { call: 'ledger.postIn', when: 'before' }],
  ['with the coin taken', { query: 'from spin_seeds', when: 'before' }],
  ['with the seed locked', { query: 'from wheel_stock', when: 'before' }],
  ['with the slice drawn', { query: 'into wheel_stock', when: 'before' }],
  ['with the stock taken', { query: 'into spins', when: 'before' }],
  ['with the spin recorded', { query: 'into spin_coupons', when: 'before' }],
  ['before the commit', { query: 'into spin_coupons', when: 'before-commit' }],
  ['after the commit', { query: 'into spin_coupons', when: 'after-commit' }],
  ['before the answer', { answer: true }],
]
const claimSteps: Step[] = [
  ['before the credit', { call: 'ledger.postIn', when: 'before' }],
  ['with the credit posted', { query: 'into member_bonuses', when: 'before' }],
  ['with the bonus recorded', { query: 'update spin_coupons', when: 'before' }],
  ['before the commit', { query: 'update spin_coupons', when: 'before-commit' }],
  ['after the commit', { query: 'update spin_coupons', when: 'after-commit' }],
  ['before the answer', { answer: true }],
]
/** Steps, by index, at which an uncommitted spin has taken stock. */
const takenStock = [4, 5, 6]
const isDone = (step: string) => step === 'after the commit' || step === 'before the answer'

const key = randomUUID()
/** By index of the step. */
const spinners: TestMember[] = []
const winners: { member: TestMember; coupon: string }[] = []
let app: TestApp

beforeAll(async () => {
  // So short that a retry does not wait long for the claim of the dead node.
  app = await testApp({ settings: { 'idempotency.leaseSeconds': 1 } })
  const prize = { kind: 'CREDIT' as const, amount: 40, condition: testCondition }
  const publish = publisher(app, await campaignPeople(app))
  await publish(wheelOf(slice('NONE', 1), slice('CASH', 999_999, { prize, stock: 1000 })))
  // The first claim creates the house's accounts, so that those below do not wait for each other's commit.
  const first = await memberWithCoins(app, 1)
  await claim(app, first, await couponOf(app, first))
  for (const _ of steps) {
    const member = await memberWithCoins(app, 1)
    await setup(app, member)
    spinners.push(member)
  }
  for (const _ of claimSteps) {
    const member = await memberWithCoins(app, 1)
    winners.push({ member, coupon: await couponOf(app, member) })
  }
  const config = { ...testConfig(app.sandbox), DATABASE_URL: app.database.url }
  const spinning = (i: number): Flow => {
    const member = spinners[i] as TestMember
    return { of: member.id, at: (steps[i] as Step)[1], begin: (node) => spin(node, member, {}, key) }
  }
  const claiming = ([, at]: Step, i: number): Flow => {
    const { member, coupon } = winners[i] as (typeof winners)[number]
    return { of: member.id, at, begin: (node) => claim(node, member, coupon, key) }
  }
  // A spin that has taken stock keeps the next one from it until its node is dead: one to a node, and the last there.
  const [one, ...others] = takenStock
  const free = steps.map((_, i) => i).filter((i) => !takenStock.includes(i))
  const inOrder = [
    ...free.filter((i) => isDone(steps[i]?.[0] ?? '')),
    ...free.filter((i) => !isDone(steps[i]?.[0] ?? '')),
  ]
  await dieAt(config, [...claimSteps.map(claiming), ...inOrder.map(spinning), spinning(one as number)])
  for (const i of others) await dieAt(config, [spinning(i)])
}, 120_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const stockWon = async () =>
  (await app.database.query<{ won: number }>('select won from wheel_stock'))[0]?.won ?? 0
const couponsMade = async () =>
  (await app.database.query<{ count: number }>('select count(*) as count from spin_coupons'))[0]?.count

describe('a spin', () => {
  it.each(steps.map(([step], i) => ({ step, i })))('killed $step', async ({ step, i }) => {
    const member = spinners[i] as TestMember
    const after = async () => [
      await coinsOf(app, member),
      (await spins(app, member)).total,
      (await coupons(app, member)).length,
      (await setup(app, member)).seed?.nonce,
    ]
    expect(await after()).toEqual(isDone(step) ? [0, 1, 1, 1] : [1, 0, 0, 0])
    // The member's retry spins what was never spun, and nothing twice.
    const retry = await spin(app, member, {}, key)
    expect(retry.body).toMatchObject({ success: true, result: { nonce: 0, remainingCoin: 0 } })
    expect(await after()).toEqual([0, 1, 1, 1])
    const { body } = await rotate(app, member)
    const [made] = (await spins(app, member)).spins
    if (!made) throw new Error('no spin')
    expect(await draw(hmacOf(body.revealed.serverSeed), made, made.slices)).toBe(made.code)
    expect(await stockWon()).toBe(await couponsMade())
  })
})

describe('a claim', () => {
  it.each(claimSteps.map(([step], i) => ({ step, i })))('killed $step', async ({ step, i }) => {
    const { member, coupon } = winners[i] as (typeof winners)[number]
    const after = async () => [
      (await app.context.ledger.balances(member.id)).get('wallet')?.amountMinor ?? 0,
      (await coupons(app, member))[0]?.state,
      (await app.database.query('select 1 from member_bonuses where member_id = $1', [member.id])).length,
    ]
    expect(await after()).toEqual(isDone(step) ? [4000, 'CLAIMED', 1] : [0, 'AVAILABLE', 0])
    const retry = await claim(app, member, coupon, key)
    expect(retry.body).toEqual({ success: true, type: 'CREDIT', amount: 40, state: 'CLAIMED' })
    expect(await after()).toEqual([4000, 'CLAIMED', 1])
    expect((await claim(app, member, coupon)).body).toEqual({ success: false, error: 'NO_CLAIMABLE_COUPON' })
    expect(await after()).toEqual([4000, 'CLAIMED', 1])
  })
})

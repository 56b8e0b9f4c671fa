import { randomUUID } from 'node:crypto'
import { draw } from '@krapao/contract/slices/spinwheel/draw.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Flow, type Point } from '../../testing/node.ts'
import { bonusesOf, budgetOf, free, movesBudget, storesBonus, walletOf } from '../bonus/testing.ts'
import { approved, campaignPeople, testCondition, testContent } from '../campaign/testing.ts'
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
  wheelWith,
} from './testing.ts'

/**
 * kill -9 of a node between every two steps of a spin and of a claim (rules.md §11). What must hold
 * afterwards: all of it happened or nothing did, the same request again completes it once, and the books
 * balance.
 */
type Step = [string, Point]
const steps: Step[] = [
  ['before the coin is taken', { call: 'ledger.postIn', when: 'before' }],
  ['with the coin taken', { query: 'from spin_seeds', when: 'before' }],
  ['with the seed locked', { query: 'from wheel_stock', when: 'before' }],
  ['with the slice drawn', { query: 'into wheel_stock', when: 'before' }],
  ['with the stock taken', { query: movesBudget, when: 'before' }],
  ['with the budget reserved', { query: 'into spins', when: 'before' }],
  ['with the spin recorded', { query: 'into spin_coupons', when: 'before' }],
  ['before the commit', { query: 'into spin_coupons', when: 'before-commit' }],
  ['after the commit', { query: 'into spin_coupons', when: 'after-commit' }],
  ['before the answer', { answer: true }],
]
const unmarked: Step = ['before the coupon is marked', { query: 'update spin_coupons', when: 'before' }]
const marked: Step[] = [
  ['before the commit', { query: 'update spin_coupons', when: 'before-commit' }],
  ['after the commit', { query: 'update spin_coupons', when: 'after-commit' }],
  ['before the answer', { answer: true }],
]
/** The steps of a claim, by what its coupon brings. */
const claimSteps: Record<'CREDIT' | 'COIN' | 'BONUS' | 'ITEM', Step[]> = {
  CREDIT: [
    unmarked,
    ['before the credit', { call: 'ledger.postIn', when: 'before' }],
    ['with the credit posted', { query: storesBonus, when: 'before' }],
    ...marked,
  ],
  COIN: [unmarked, ['before the coins', { call: 'ledger.postIn', when: 'before' }], ...marked],
  BONUS: [
    unmarked,
    ['before the budget is moved', { query: movesBudget, when: 'before' }],
    ['with the budget moved', { call: 'ledger.postIn', when: 'before' }],
    ['with the credit posted', { query: storesBonus, when: 'before' }],
    ...marked,
  ],
  ITEM: [
    unmarked,
    ['before the desk is asked', { query: 'into prize_requests', when: 'before' }],
    ['before the commit', { query: 'into prize_requests', when: 'before-commit' }],
    ['after the commit', { query: 'into prize_requests', when: 'after-commit' }],
    ['before the answer', { answer: true }],
  ],
}
type Kind = keyof typeof claimSteps
const kinds = Object.keys(claimSteps) as Kind[]
/** Every step of every kind, named for a table of tests. */
const claims = kinds.flatMap((kind) => claimSteps[kind].map(([step], i) => ({ kind, step, i })))
/** Steps, by index, at which an uncommitted spin has taken stock. */
const takenStock = [4, 5, 6, 7]
const isDone = (step: string) => step === 'after the commit' || step === 'before the answer'

const key = randomUUID()
/** By index of the step. */
const spinners: TestMember[] = []
const winners: Record<Kind, Winner[]> = { CREDIT: [], COIN: [], BONUS: [], ITEM: [] }
interface Winner {
  member: TestMember
  coupon: string
  /** Of the bonus that it brings: one of its own, because a claim that is paused keeps its budget locked. */
  bonus?: string
}
let app: TestApp

beforeAll(async () => {
  // So short that a retry does not wait long for the claim of the dead node.
  app = await testApp({ settings: { 'idempotency.leaseSeconds': 1 } })
  const people = await campaignPeople(app)
  const publish = publisher(app, people)
  async function winner(): Promise<Winner> {
    const member = await memberWithCoins(app, 1)
    return { member, coupon: await couponOf(app, member) }
  }
  /**
   * The first claim creates the house's accounts, so that those that are paused do not wait for each other's
   * commit.
   */
  async function win(kind: Kind): Promise<void> {
    const first = await winner()
    await claim(app, first.member, first.coupon)
    for (const _ of claimSteps[kind]) winners[kind].push(await winner())
  }
  await publish(wheelWith({ kind: 'ITEM' }))
  await win('ITEM')
  await publish(wheelWith({ kind: 'COIN', coins: 3 }))
  await win('COIN')
  for (const i of [...claimSteps.BONUS.keys(), 'FIRST']) {
    const bonus = `KILLED-${i}`
    await approved(app, people, { ...testContent.bonus, credit: free(25) }, { code: bonus })
    await publish(wheelWith({ kind: 'BONUS', code: bonus }))
    if (i === 'FIRST') await winner().then(({ member, coupon }) => claim(app, member, coupon))
    else winners.BONUS.push({ ...(await winner()), bonus })
  }
  const prize = { kind: 'CREDIT' as const, amount: 40, condition: testCondition }
  await publish(wheelWith(prize))
  await win('CREDIT')
  await approved(app, people, { ...testContent.bonus, credit: free(25) }, { code: 'RESERVED' })
  const bonus = { kind: 'BONUS' as const, code: 'RESERVED' }
  await publish(wheelOf(slice('NONE', 1), slice('WON', 999_999, { prize: bonus, stock: 1000 })))
  for (const _ of steps) {
    const member = await memberWithCoins(app, 1)
    await setup(app, member)
    spinners.push(member)
  }
  const config = { ...testConfig(app.sandbox), DATABASE_URL: app.database.url }
  const spinning = (i: number): Flow => {
    const member = spinners[i] as TestMember
    return { of: member.id, at: (steps[i] as Step)[1], begin: (node) => spin(node, member, {}, key) }
  }
  const claiming = ({ kind, i }: (typeof claims)[number]): Flow => {
    const { member, coupon } = winners[kind][i] as Winner
    const [, at] = claimSteps[kind][i] as Step
    return { of: member.id, at, begin: (node) => claim(node, member, coupon, key) }
  }
  // A spin that has taken stock keeps the next one from it until its node is dead: one to a node, and the
  // last there.
  const [stock, ...others] = takenStock
  const stockless = steps.map((_, i) => i).filter((i) => !takenStock.includes(i))
  const inOrder = [
    ...stockless.filter((i) => isDone(steps[i]?.[0] ?? '')),
    ...stockless.filter((i) => !isDone(steps[i]?.[0] ?? '')),
  ]
  await dieAt(config, [...claims.map(claiming), ...inOrder.map(spinning), spinning(stock as number)])
  for (const i of others) await dieAt(config, [spinning(i)])
}, 120_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const stockWon = async () =>
  (await app.database.query<{ won: number }>('select won from wheel_stock'))[0]?.won ?? 0
const couponsMade = async () =>
  (
    await app.database.query<{ count: number }>(
      `select count(*)::int as count from spin_coupons where code = 'WON'`,
    )
  )[0]?.count ?? 0

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
    const won = await couponsMade()
    expect(await stockWon()).toBe(won)
    expect(await budgetOf(app, 'RESERVED')).toEqual({ given: 0, reserved: 25 * won })
  })
})

describe('a claim', () => {
  const nothing = { wallet: 0, coins: 0, bonuses: 0, requests: 0, state: 'AVAILABLE' }
  /** What each kind brings, and what the claim is answered. */
  const brought: Record<Kind, [Partial<typeof nothing>, { amount: number; state: string }]> = {
    CREDIT: [
      { wallet: 40, bonuses: 1 },
      { amount: 40, state: 'CLAIMED' },
    ],
    COIN: [{ coins: 3 }, { amount: 3, state: 'CLAIMED' }],
    BONUS: [
      { wallet: 25, bonuses: 1 },
      { amount: 0, state: 'CLAIMED' },
    ],
    ITEM: [{ requests: 1 }, { amount: 0, state: 'REQUESTED' }],
  }
  const count = async (text: string, id: string) => (await app.database.query(text, [id])).length

  it.each(claims)('of $kind killed $step', async ({ kind, step, i }) => {
    const { member, coupon, bonus } = winners[kind][i] as Winner
    const [facts, answer] = brought[kind]
    const now = async () => ({
      wallet: await walletOf(app, member),
      coins: await coinsOf(app, member),
      bonuses: (await bonusesOf(app, member)).length,
      requests: await count('select from prize_requests where coupon_id = $1', coupon),
      state: (await coupons(app, member))[0]?.state,
    })
    const done = { ...nothing, ...facts, state: answer.state }
    expect(await now()).toEqual(isDone(step) ? done : nothing)
    const retry = await claim(app, member, coupon, key)
    expect(retry.body).toEqual({ success: true, type: kind, ...answer })
    expect(await now()).toEqual(done)
    expect((await claim(app, member, coupon)).body).toEqual({ success: false, error: 'NO_CLAIMABLE_COUPON' })
    expect(await now()).toEqual(done)
    if (bonus) expect(await budgetOf(app, bonus)).toEqual({ given: 25, reserved: 0 })
  })
})

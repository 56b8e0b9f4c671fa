import { dayAfter } from '@krapao/contract/dates.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { bangkokDay } from '../../platform/clock.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { activate, bonusesOf, finishBonuses, reviews, shareDevice, withdrawReview } from '../bonus/testing.ts'
import { approved, campaignPeople, testCondition, testContent } from '../campaign/testing.ts'
import { deskOf } from '../deposit/testing/money-in.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { expireCoupons } from './expire.ts'
import {
  claim,
  coinsOf,
  couponOf,
  coupons,
  memberWithCoins,
  publisher,
  slice,
  unreserve,
  wheelOf,
  wheelWith,
} from './testing.ts'

/** Claims of coupons through the real app (rules.md §11.3). */

let app: TestApp
let people: { author: TestOperator; second: TestOperator }
let publish: ReturnType<typeof publisher>

beforeAll(async () => {
  app = await testApp({ clock: travellingClock(new Date('2026-03-10T05:00:00Z')) })
  people = await campaignPeople(app)
  publish = publisher(app, people)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const cash = { kind: 'CREDIT' as const, amount: 50.5, condition: testCondition }
const walletOf = async ({ id }: TestMember) =>
  ((await app.context.ledger.balances(id)).get('wallet')?.amountMinor ?? 0) / 100
const stateOf = async (member: TestMember, id: string) =>
  (await coupons(app, member)).find(({ _id }) => _id === id)?.state
/** A member with one coupon of a prize. */
async function winner(
  prize: Parameters<typeof wheelWith>[0],
): Promise<{ member: TestMember; coupon: string }> {
  await publish(wheelWith(prize))
  const member = await memberWithCoins(app, 1)
  return { member, coupon: await couponOf(app, member) }
}

describe('a coupon of', () => {
  it('money is credited under the slice’s condition, from the house’s prizes', async () => {
    const { member, coupon } = await winner(cash)
    const before = await app.context.ledger.houseBalance('prize', 'THB')
    expect((await coupons(app, member))[0]).toMatchObject({
      prize: { name: 'PRIZE', slice: 'PRIZE' },
      type: 'CREDIT',
      amount: 50.5,
      currency: 'THB',
      state: 'AVAILABLE',
      expiresAt: expect.stringContaining('2026-04-09'),
    })
    expect((await claim(app, member, coupon)).body).toEqual({
      success: true,
      type: 'CREDIT',
      amount: 50.5,
      state: 'CLAIMED',
    })
    expect([await walletOf(member), await stateOf(member, coupon)]).toEqual([50.5, 'CLAIMED'])
    expect(await bonusesOf(app, member)).toMatchObject([
      { source: 'luckydraw', campaign: 'THB', state: 'ACTIVE', bonus: 50.5 },
    ])
    expect(await app.context.ledger.houseBalance('prize', 'THB')).toBe(before - 5050)
  })

  it('coins brings coins', async () => {
    const { member, coupon } = await winner({ kind: 'COIN', coins: 3 })
    expect((await claim(app, member, coupon)).body).toEqual({
      success: true,
      type: 'COIN',
      amount: 3,
      state: 'CLAIMED',
    })
    expect(await coinsOf(app, member)).toBe(3)
  })

  it('nothing is none', async () => {
    await publish(wheelWith({ kind: 'NONE' }))
    const member = await memberWithCoins(app, 1)
    await expect(couponOf(app, member)).rejects.toThrow('no coupon')
  })
})

describe('a coupon of a bonus from before there were reservations', () => {
  const free: ContentOf<'bonus'> = { ...testContent.bonus, credit: { kind: 'free', amount: 30 }, type: 'day' }
  let latest = 0
  const offer = async (content: ContentOf<'bonus'>) => {
    latest = await approved(app, people, content, { code: 'WHEELBONUS', basedOn: latest })
  }
  const prize = { kind: 'BONUS' as const, code: 'WHEELBONUS' }
  const winner = async () => {
    await publish(wheelWith(prize))
    const member = await memberWithCoins(app, 1)
    const coupon = await couponOf(app, member)
    await unreserve(app, coupon)
    return { member, coupon }
  }

  it('that somebody tied to the winner has had is credited, because it was won', async () => {
    await offer(free)
    const first = await app.registerMember()
    expect((await activate(app, first, 'WHEELBONUS')).status).toBe(200)
    const { member, coupon } = await winner()
    await shareDevice(app, [first, member])
    expect((await activate(app, member, 'WHEELBONUS')).error?.message).toBe('BONUS_REVIEW')
    // A waiting credit counts like an open bonus, and the coupon is kept.
    expect((await claim(app, member, coupon)).body).toEqual({ success: false, error: 'BONUS_ALREADY_ACTIVE' })
    expect(await stateOf(member, coupon)).toBe('AVAILABLE')
    const [review] = await reviews(app, member)
    await withdrawReview(app, member, review?._id ?? '')
    expect((await claim(app, member, coupon)).body).toMatchObject({ success: true, state: 'CLAIMED' })
    expect(await walletOf(member)).toBe(30)
  })

  it('that is free is credited as if it were activated', async () => {
    await offer(free)
    const { member, coupon } = await winner()
    expect((await claim(app, member, coupon)).body).toEqual({
      success: true,
      type: 'BONUS',
      amount: 0,
      state: 'CLAIMED',
    })
    expect(await bonusesOf(app, member)).toMatchObject([
      { source: 'bonus', campaign: 'WHEELBONUS', state: 'ACTIVE', bonus: 30 },
    ])
    expect(await walletOf(member)).toBe(30)
  })

  it('of a deposit waits for one', async () => {
    await offer({ ...free, credit: { kind: 'deposit', minDeposit: 100, percent: 10, maxBonus: 50 } })
    const { member, coupon } = await winner()
    expect((await claim(app, member, coupon)).body).toMatchObject({ success: true })
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ARMED', campaign: 'WHEELBONUS' }])
    expect(await walletOf(member)).toBe(0)
  })

  it.each<[string, Partial<ContentOf<'bonus'>>, number, string]>([
    ['BONUS_REMAINING', { maxTotal: 20 }, 25, 'BONUS_REMAINING'],
    ['BONUS_FULL', { budget: 0.01 }, 0, 'BONUS_FULL'],
  ])('is refused with %s, and the coupon stays', async (_what, change, funds, error) => {
    await offer(free)
    const { member, coupon } = await winner()
    await offer({ ...free, ...change })
    if (funds > 0) await app.fund(member.id, funds)
    expect((await claim(app, member, coupon)).body).toEqual({ success: false, error })
    expect([await walletOf(member), await stateOf(member, coupon)]).toEqual([funds, 'AVAILABLE'])
  })

  it('that was received often enough is refused, and the coupon stays', async () => {
    await offer(free)
    await publish(wheelWith(prize))
    const member = await memberWithCoins(app, 2)
    const [first, second] = [await couponOf(app, member), await couponOf(app, member)]
    for (const coupon of [first, second]) await unreserve(app, coupon)
    await claim(app, member, first)
    await finishBonuses(app.database, member.id)
    expect((await claim(app, member, second)).body).toEqual({ success: false, error: 'BONUS_MAX_CLAIMED' })
    expect(await stateOf(member, second)).toBe('AVAILABLE')
  })

  it('that is not active any more is INVALID_CODE', async () => {
    const { member, coupon } = await winner()
    await app.call('POST /api/console/campaigns/:kind/:code/stop', {
      token: people.second.token,
      params: { kind: 'bonus', code: 'WHEELBONUS' },
      body: { reason: 'over' },
    })
    expect((await claim(app, member, coupon)).body).toEqual({ success: false, error: 'INVALID_CODE' })
    expect(await stateOf(member, coupon)).toBe('AVAILABLE')
  })
})

describe('a claim is refused', () => {
  it('while a bonus is active; the coupon can be claimed later', async () => {
    await publish(wheelWith(cash))
    const member = await memberWithCoins(app, 2)
    const [first, second] = [await couponOf(app, member), await couponOf(app, member)]
    await claim(app, member, first)
    expect((await claim(app, member, second)).body).toEqual({ success: false, error: 'BONUS_ALREADY_ACTIVE' })
    expect([await walletOf(member), await stateOf(member, second)]).toEqual([50.5, 'AVAILABLE'])
    await finishBonuses(app.database, member.id)
    expect((await claim(app, member, second)).body).toMatchObject({ success: true })
    expect(await walletOf(member)).toBe(101)
  })

  it('for a coupon of nobody, of another member, and one that is claimed', async () => {
    const { member, coupon } = await winner({ kind: 'COIN', coins: 1 })
    const other = await app.registerMember()
    const none = { success: false, error: 'NO_CLAIMABLE_COUPON' }
    expect((await claim(app, member, 'nothing')).body).toEqual(none)
    expect((await claim(app, other, coupon)).body).toEqual(none)
    await claim(app, member, coupon)
    expect((await claim(app, member, coupon)).body).toEqual(none)
    expect([await coinsOf(app, member), await coinsOf(app, other)]).toEqual([1, 0])
  })

  it.each([
    ['INVALID_PRIZE_CODE', `code = 'GONE'`],
    ['INVALID_COUPON_TYPE', `type = 'ITEM'`],
  ])('with %s where it does not fit its wheel', async (error, change) => {
    const { member, coupon } = await winner({ kind: 'COIN', coins: 1 })
    await app.database.query(`update spin_coupons set ${change} where id = $1`, [coupon])
    expect((await claim(app, member, coupon)).body).toEqual({ success: false, error })
    expect(await coinsOf(app, member)).toBe(0)
  })

  it('when its days are over, before and after the sweep', async () => {
    await publish({ ...wheelWith({ kind: 'COIN', coins: 1 }), couponDays: 3 })
    const member = await memberWithCoins(app, 1)
    const coupon = await couponOf(app, member)
    const days = 3 * 86_400
    app.clock.advance(days - 60)
    const late = await memberWithCoins(app, 1)
    const kept = await couponOf(app, late)
    expect(await stateOf(member, coupon)).toBe('AVAILABLE')
    app.clock.advance(61)
    try {
      const over = { success: false, error: 'COUPON_EXPIRED' }
      expect([(await claim(app, member, coupon)).body, await stateOf(member, coupon)]).toEqual([
        over,
        'EXPIRED',
      ])
      expect(await expireCoupons(app.context, 1000)).toBeGreaterThan(0)
      expect(await expireCoupons(app.context, 1000)).toBe(0)
      expect([(await claim(app, member, coupon)).body, await stateOf(member, coupon)]).toEqual([
        over,
        'EXPIRED',
      ])
      expect((await claim(app, late, kept)).body).toMatchObject({ success: true })
    } finally {
      app.clock.advance(-days - 1)
    }
  })
})

describe('an item', () => {
  const desk = () => deskOf(app, 'prize')

  it('waits at the desk, and is claimed when it is handed over', async () => {
    const { member, coupon } = await winner({ kind: 'ITEM' })
    expect((await claim(app, member, coupon)).body).toEqual({
      success: true,
      type: 'ITEM',
      amount: 0,
      state: 'REQUESTED',
    })
    expect((await claim(app, member, coupon)).body).toEqual({ success: false, error: 'NO_CLAIMABLE_COUPON' })
    const [entry] = await desk().all()
    expect(entry).toMatchObject({ memberId: member.id, amount: 0, reason: 'PRIZE_REQUESTED' })
    expect(entry?.evidence).toContainEqual({ label: 'prize', value: 'PRIZE ไทย / PRIZE' })
    expect(await desk().queue.ended(entry?.id ?? '')).toMatchObject({ choice: null })
    // By the console's own call.
    const cashier = await newOperator(app, 'cashier')
    const { body } = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: cashier.token,
      params: { queue: 'prize', id: entry?.id ?? '' },
      body: { reason: 'sent by post' },
    })
    expect(body).toEqual({ status: 'DONE' })
    expect(await stateOf(member, coupon)).toBe('CLAIMED')
    expect(await desk().queue.ended(entry?.id ?? '')).toMatchObject({ choice: 'approve' })
    expect(await desk().count()).toBe(0)
    await expect(desk().decide(entry?.id ?? '', 'refuse')).rejects.toThrow('ALREADY_DECIDED')
  })

  it('that is refused gives the coupon back, with the days that it had', async () => {
    const { member, coupon } = await winner({ kind: 'ITEM' })
    const expiryOf = async () => (await coupons(app, member))[0]?.expiresAt ?? ''
    const before = Date.parse(await expiryOf())
    await claim(app, member, coupon)
    const [entry] = await desk().all()
    app.clock.advance(86_400)
    await desk().decide(entry?.id ?? '', 'refuse')
    expect(await stateOf(member, coupon)).toBe('AVAILABLE')
    expect(Math.round((Date.parse(await expiryOf()) - before) / 60_000)).toBe(24 * 60)
    app.clock.advance(-86_400)
    expect((await claim(app, member, coupon)).body).toMatchObject({ success: true, state: 'REQUESTED' })
    const [again] = await desk().all()
    expect(again?.id).not.toBe(entry?.id)
    await desk().decide(again?.id ?? '', 'approve')
    expect(await stateOf(member, coupon)).toBe('CLAIMED')
  })
})

describe('the console', () => {
  it('shows what claims have cost', async () => {
    const costOf = async () =>
      (
        await app.call('GET /api/console/campaigns/:kind', {
          token: people.author.token,
          params: { kind: 'wheel' },
        })
      ).body
    const before = (await costOf()).campaigns[0]?.cost ?? 0
    const { member, coupon } = await winner(cash)
    expect((await costOf()).campaigns[0]?.cost).toBe(before)
    await claim(app, member, coupon)
    expect((await costOf()).campaigns[0]?.cost).toBe(before + 50.5)
  })

  it('tries a wheel with the coins of the last 30 days', async () => {
    const member = await app.registerMember()
    const today = bangkokDay(app.clock.now())
    const [before, first, yesterday] = [-31, -30, -1].map((days) => dayAfter(today, days))
    // In kip, because the coins of other tests are in baht.
    await app.database.query(
      `insert into coin_days (member_id, day, currency, price_minor, sum_minor, coins) values
         ($1, $2, 'LAK', 10000, 70000, 7), ($1, $3, 'LAK', 10000, 10000, 1),
         ($1, $4, 'LAK', 10000, 30000, 3), ($1, $5, 'LAK', 10000, 90000, 9)`,
      [member.id, before, first, yesterday, today],
    )
    const wheel = wheelOf(slice('A', 3), slice('B', 1, { prize: { ...cash, amount: 10 } }))
    const { body } = await app.call('POST /api/console/campaigns/:kind/:code/what-if', {
      token: people.author.token,
      params: { kind: 'wheel', code: 'LAK' },
      body: { content: { ...wheel, currency: 'LAK' } },
    })
    expect(body).toEqual({
      from: first,
      to: yesterday,
      days: 30,
      members: 1,
      met: 0,
      failed: 0,
      open: 1,
      given: 10,
      kept: 0,
    })
  })
})

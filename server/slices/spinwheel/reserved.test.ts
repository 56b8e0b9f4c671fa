import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { lockAccounts } from '../../ledger/testing/asked.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import {
  activate,
  ageBonuses,
  bonusesOf,
  budgetOf,
  clear,
  deposit,
  finishBonuses,
  free,
  lockBudgetOf,
  newCode,
  reviews,
  shareDevice,
  walletOf,
  withdrawReview,
} from '../bonus/testing.ts'
import { approved, campaignPeople, testCondition, testContent } from '../campaign/testing.ts'
import type { TestOperator } from '../operator/testing.ts'
import { expireCoupons } from './expire.ts'
import {
  ageCoupon,
  claim,
  claimAsBefore,
  couponOf,
  coupons,
  giveCoins,
  memberWithCoins,
  publisher,
  setup,
  slice,
  spin,
  wheelOf,
  wheelWith,
  won,
} from './testing.ts'

/** Won bonuses are reserved at the draw, and can be claimed until they expire (rules.md §11.3). */

let app: TestApp
let people: { author: TestOperator; second: TestOperator }
let publish: ReturnType<typeof publisher>

beforeAll(async () => {
  app = await testApp()
  people = await campaignPeople(app)
  publish = publisher(app, people)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const latest = new Map<string, number>()
/** A bonus of 30 baht; the same code again is its next version. */
async function offer(change: Partial<ContentOf<'bonus'>> = {}, code = newCode()): Promise<string> {
  const content = { ...testContent.bonus, credit: free(30), ...change }
  latest.set(code, await approved(app, people, content, { code, basedOn: latest.get(code) ?? 0 }))
  return code
}
const byDeposit = { kind: 'deposit', minDeposit: 100, percent: 10, maxBonus: 50 } as const
const stop = (code: string) =>
  app.call('POST /api/console/campaigns/:kind/:code/stop', {
    token: people.second.token,
    params: { kind: 'bonus', code },
    body: { reason: 'over' },
  })
const prizeOf = (code: string) => ({ kind: 'BONUS' as const, code })
async function winner(code: string): Promise<{ member: TestMember; coupon: string }> {
  await publish(wheelWith(prizeOf(code)))
  const member = await memberWithCoins(app, 1)
  return { member, coupon: await couponOf(app, member) }
}
const shown = async (member: TestMember, id: string) =>
  (await coupons(app, member)).find(({ _id }) => _id === id)
const claimed = { success: true, type: 'BONUS', amount: 0, state: 'CLAIMED' }
const claimOf = async (member: TestMember, coupon: string) => (await claim(app, member, coupon)).body
const sweep = async () => {
  while ((await expireCoupons(app.context, 1000)) > 0);
}
const daysUntil = (at: string | null | undefined) =>
  Math.round((Date.parse(at ?? '') - app.clock.now().getTime()) / 86_400_000)

describe('a won bonus', () => {
  it('is reserved at the draw, and claimed after its campaign was stopped', async () => {
    const code = await offer({ budget: 30 })
    const { member, coupon } = await winner(code)
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 30 })
    await stop(code)
    expect((await shown(member, coupon))?.under).toMatchObject({ amount: 30, maxTotal: null })
    expect(await claimOf(member, coupon)).toEqual(claimed)
    expect(await bonusesOf(app, member)).toMatchObject([{ campaign: code, state: 'ACTIVE', bonus: 30 }])
    expect(await budgetOf(app, code)).toEqual({ given: 30, reserved: 0 })
  })

  it('comes by the version that was won, whatever the campaign gives now', async () => {
    const code = await offer()
    const { member, coupon } = await winner(code)
    const { version } = (await shown(member, coupon))?.under ?? {}
    await offer({ credit: free(45), budget: 0.01, maxTotal: 0 }, code)
    expect((await shown(member, coupon))?.under).toMatchObject({ version, amount: 30 })
    expect(await claimOf(member, coupon)).toEqual(claimed)
    expect(await bonusesOf(app, member)).toMatchObject([{ version, bonus: 30 }])
    expect(await budgetOf(app, code)).toEqual({ given: 30, reserved: 0 })
  })

  it('is refused neither for what the member has, nor for how often it was received', async () => {
    const code = await offer({ type: 'limit', maxReceived: 1, maxTotal: 20 })
    await publish(wheelWith(prizeOf(code)))
    const member = await memberWithCoins(app, 2)
    const [first, second] = [await couponOf(app, member), await couponOf(app, member)]
    await app.fund(member.id, 500)
    expect(await claimOf(member, first)).toEqual(claimed)
    await finishBonuses(app.database, member.id)
    expect(await claimOf(member, second)).toEqual(claimed)
    expect(await walletOf(app, member)).toBe(560)
    await finishBonuses(app.database, member.id)
    // It counts as received, as before.
    expect((await activate(app, member, code)).error?.message).toBe('BONUS_MAX_CLAIMED')
  })

  it('of a deposit keeps its part of the budget while it waits for one', async () => {
    const code = await offer({ credit: byDeposit, budget: 50 })
    const { member, coupon } = await winner(code)
    await stop(code)
    expect(await claimOf(member, coupon)).toEqual(claimed)
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 50 })
    await deposit(app, member, 200)
    expect(await budgetOf(app, code)).toEqual({ given: 20, reserved: 0 })
  })

  it('of a deposit that is cancelled frees it once', async () => {
    const code = await offer({ credit: byDeposit, budget: 50 })
    const { member, coupon } = await winner(code)
    await claimOf(member, coupon)
    expect((await clear(app, member)).status).toBe(200)
    await sweep()
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
  })
})

describe('where the budget has no bonus left', () => {
  it('its slice is not drawn, as where the stock is used up', async () => {
    const code = await offer({ budget: 59 })
    await winner(code)
    const member = await memberWithCoins(app, 1)
    const slices = [
      { code: 'NONE', weight: 1_000_000, stock: null },
      { code: 'PRIZE', weight: 0, stock: 0 },
    ]
    expect((await setup(app, member)).activeSpinwheel?.slices).toMatchObject(slices)
    expect(await won(app, member)).toMatchObject({ code: 'NONE' })
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 30 })
  })

  it('nor is that of a campaign which is stopped', async () => {
    const code = await offer()
    await winner(code)
    await stop(code)
    expect(await won(app, await memberWithCoins(app, 1))).toMatchObject({ code: 'NONE' })
  })

  it('a credit that waits for a person gives way to what is won', async () => {
    const code = await offer({ budget: 60 })
    const first = await app.registerMember()
    const second = await app.registerMember()
    await activate(app, first, code)
    await shareDevice(app, [first, second])
    expect((await activate(app, second, code)).error?.message).toBe('BONUS_REVIEW')
    await winner(code)
    expect(await reviews(app, second)).toEqual([])
    expect(await budgetOf(app, code)).toEqual({ given: 30, reserved: 30 })
    expect(await won(app, await memberWithCoins(app, 1))).toMatchObject({ code: 'NONE' })
  })

  it('others than the last of many winners at once have the fallback', async () => {
    const code = await offer({ budget: 100 })
    await publish(wheelOf(slice('NONE', 1), slice('PRIZE', 999_999, { prize: prizeOf(code), stock: 15 })))
    const members = await Promise.all(Array.from({ length: 20 }, () => memberWithCoins(app, 1)))
    const answers = await Promise.all(members.map((member) => spin(app, member)))
    const codes = answers.map(({ body }) => (body.success ? body.result.code : body.error))
    expect(codes.filter((drawn) => drawn === 'PRIZE')).toHaveLength(3)
    expect(codes.filter((drawn) => drawn === 'NONE')).toHaveLength(17)
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 90 })
  })
})

describe('at once', () => {
  it('twenty claims of one coupon are one bonus', async () => {
    const code = await offer({ budget: 30 })
    const { member, coupon } = await winner(code)
    const answers = await Promise.all(Array.from({ length: 20 }, () => claimOf(member, coupon)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter((body) => !body.success && body.error !== 'NO_CLAIMABLE_COUPON')).toEqual([])
    expect(await budgetOf(app, code)).toEqual({ given: 30, reserved: 0 })
  })

  it('a coupon that expires before its claim has the wallet is not claimed', async () => {
    const code = await offer({ budget: 30 })
    const { member, coupon } = await winner(code)
    let asked: ReturnType<typeof claimOf> | undefined
    await transaction(app.context.db, async (tx) => {
      await rawQuery(tx, lockAccounts, [member.id])
      asked = claimOf(member, coupon)
      await expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(0)
      await ageCoupon(app, coupon, 31)
      await sweep()
      expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
    })
    expect(await asked).toEqual({ success: false, error: 'COUPON_EXPIRED' })
    expect([await walletOf(app, member), await budgetOf(app, code)]).toEqual([0, { given: 0, reserved: 0 }])
  })

  it('a claim that was first keeps the sweep from its coupon', async () => {
    const code = await offer({ budget: 30 })
    const { member, coupon } = await winner(code)
    let asked: ReturnType<typeof claimOf> | undefined
    await transaction(app.context.db, async (tx) => {
      await rawQuery(tx, lockBudgetOf, [code])
      asked = claimOf(member, coupon)
      await expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(0)
      await sweep()
    })
    expect(await asked).toEqual(claimed)
    await sweep()
    expect(await budgetOf(app, code)).toEqual({ given: 30, reserved: 0 })
  })

  it('deposits for an armed bonus and spins for the same one hinder each other in nothing', async () => {
    const code = await offer({ credit: byDeposit, budget: 5000, type: 'day', maxReceived: 100 })
    await publish(wheelWith(prizeOf(code)))
    const members = await Promise.all(Array.from({ length: 5 }, () => memberWithCoins(app, 4)))
    for (const member of members) expect((await activate(app, member, code)).status).toBe(200)
    const answers = await Promise.all(
      members.flatMap((member) => [
        ...Array.from({ length: 4 }, () => spin(app, member)),
        deposit(app, member, 200).then(() => ({ body: { success: true } })),
      ]),
    )
    expect(answers.map(({ body }) => body.success)).toEqual(answers.map(() => true))
    for (const member of members) expect(await walletOf(app, member)).toBe(220)
    expect(await budgetOf(app, code)).toEqual({ given: 100, reserved: 5 * 4 * 50 })
  })
})

describe('an expired coupon', () => {
  it('frees its part of the budget once, and is drawn again', async () => {
    const code = await offer({ budget: 30 })
    const { member, coupon } = await winner(code)
    await ageCoupon(app, coupon, 31)
    expect(await claimOf(member, coupon)).toEqual({ success: false, error: 'COUPON_EXPIRED' })
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
    await giveCoins(app, member, 1)
    expect(await won(app, member)).toMatchObject({ code: 'PRIZE' })
  })

  it('so does one that a node of the version before has claimed', async () => {
    const code = await offer()
    const { coupon } = await winner(code)
    await claimAsBefore(app, coupon)
    await sweep()
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
  })
})

describe('the time of a coupon stands still', () => {
  const cash = { kind: 'CREDIT' as const, amount: 20, condition: testCondition }
  it.each([
    ['CREDIT', 'armed'],
    ['CREDIT', 'active'],
    ['BONUS', 'armed'],
    ['BONUS', 'active'],
  ])('of %s while another bonus is %s', async (type, how) => {
    const [prize, other] = [
      await offer({ budget: 30 }),
      await offer(how === 'armed' ? { credit: byDeposit } : {}),
    ]
    await publish(wheelWith(type === 'BONUS' ? prizeOf(prize) : cash))
    const member = await memberWithCoins(app, 1)
    const coupon = await couponOf(app, member)
    expect(await shown(member, coupon)).toMatchObject({ state: 'AVAILABLE', heldUntil: null })
    await activate(app, member, other)
    // Ten days before the other bonus, and fifty with it: twenty are left of thirty.
    await ageCoupon(app, coupon, 60)
    await ageBonuses(app.database, member.id, 50)
    await sweep()
    const held = await shown(member, coupon)
    expect(held?.state).toBe('AVAILABLE')
    expect([daysUntil(held?.expiresAt), daysUntil(held?.heldUntil)]).toEqual([20, 365 - 30])
    expect(await claimOf(member, coupon)).toEqual({ success: false, error: 'BONUS_ALREADY_ACTIVE' })
    expect((await clear(app, member)).status).toBe(200)
    const after = await shown(member, coupon)
    expect([daysUntil(after?.expiresAt), after?.heldUntil]).toEqual([20, null])
    expect(await claimOf(member, coupon)).toMatchObject({ success: true })
  })

  it('for a year at most', async () => {
    const [code, other] = [await offer({ budget: 30 }), await offer({ credit: byDeposit })]
    const { member, coupon } = await winner(code)
    await activate(app, member, other)
    await ageCoupon(app, coupon, 394)
    await ageBonuses(app.database, member.id, 394)
    await sweep()
    // The year is over, so its own time runs out.
    expect(await shown(member, coupon)).toMatchObject({ state: 'AVAILABLE', heldUntil: null })
    await ageCoupon(app, coupon, 2)
    expect((await shown(member, coupon))?.state).toBe('EXPIRED')
    await sweep()
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
    expect(await claimOf(member, coupon)).toEqual({ success: false, error: 'COUPON_EXPIRED' })
  })

  it('while a credit of the member waits for a person', async () => {
    const [code, other] = [await offer(), await offer()]
    const first = await app.registerMember()
    await activate(app, first, other)
    const { member, coupon } = await winner(code)
    await shareDevice(app, [first, member])
    expect((await activate(app, member, other)).error?.message).toBe('BONUS_REVIEW')
    await ageCoupon(app, coupon, 40)
    await ageBonuses(app.database, member.id, 20)
    await sweep()
    expect(daysUntil((await shown(member, coupon))?.heldUntil)).toBe(365 - 10)
    expect(await claimOf(member, coupon)).toEqual({ success: false, error: 'BONUS_ALREADY_ACTIVE' })
    await withdrawReview(app, member, (await reviews(app, member))[0]?._id ?? '')
    expect(await claimOf(member, coupon)).toEqual(claimed)
  })

  it('not for coins, which no bonus keeps', async () => {
    const other = await offer({ credit: byDeposit })
    await publish(wheelWith({ kind: 'COIN', coins: 3 }))
    const member = await memberWithCoins(app, 1)
    const coupon = await couponOf(app, member)
    await activate(app, member, other)
    expect(await shown(member, coupon)).toMatchObject({ heldUntil: null })
    await ageBonuses(app.database, member.id, 31)
    await ageCoupon(app, coupon, 31)
    expect((await shown(member, coupon))?.state).toBe('EXPIRED')
  })
})

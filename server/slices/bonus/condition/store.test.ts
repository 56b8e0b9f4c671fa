import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { house, own } from '../../../ledger/public.ts'
import { transaction } from '../../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { forgetBasis } from '../testing.ts'
import { settleBonus } from './end.ts'
import { evaluateBonus } from './evaluation.ts'
import { arm, creditArmed, grant } from './grant.ts'
import { addPlay } from './play-store.ts'
import { findOpen, lockArmed, type Offered } from './store.ts'
import type { Terms } from './terms.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const words = { th: 'โบนัส', la: 'ໂບນັດ', en: 'Bonus' }
const turnover: Terms = {
  mode: 'turnover',
  multiplePercent: 500,
  weights: {},
  otherWeight: 100,
  basis: 'credit',
  percentFail: 5,
  maxCashOutMinor: null,
  mayForfeit: true,
  days: 30,
}
const byDeposit = { minDepositMinor: 10_000, percent: 100, maxBonusMinor: 20_000 }
const offered = ({ id: memberId }: TestMember, terms: Terms = turnover): Offered => ({
  memberId,
  currency: 'THB',
  source: 'bonus',
  campaign: 'WELCOME',
  version: 1,
  description: words,
  terms,
})

const armFor = (member: TestMember, terms?: Terms) =>
  transaction(app.context.db, (tx) =>
    arm(app.context, tx, offered(member, terms), { byDeposit, lapsesAt: new Date('2100-01-01') }),
  )
const grantTo = (member: TestMember, amountMinor: number, terms?: Terms, maxTotalMinor?: number) =>
  transaction(app.context.db, (tx) =>
    grant(app.context, tx, offered(member, terms), {
      from: { house: house.bonus },
      amountMinor,
      ...(maxTotalMinor !== undefined && { maxTotalMinor }),
    }),
  )
/** A deposit, and in its transaction the bonus that it brings. */
async function deposit({ id: memberId }: TestMember, amountMinor: number): Promise<void> {
  await transaction(app.context.db, async (tx) => {
    const { key } = await app.context.ledger.postIn(tx, {
      key: `test:${memberId}:${amountMinor}:${Math.random()}`,
      kind: 'deposit',
      memberId,
      legs: [
        { account: { house: house.bank('1') }, asset: 'THB', amountMinor: -amountMinor },
        { account: { member: memberId, name: own.wallet }, asset: 'THB', amountMinor },
      ],
    })
    const armed = await lockArmed(tx, memberId)
    if (armed?.byDeposit) {
      await creditArmed(app.context, tx, { ...armed, byDeposit: armed.byDeposit }, { key, amountMinor })
    }
  })
}
const walletOf = async ({ id }: TestMember) =>
  (await app.context.ledger.balances(id)).get(own.wallet)?.amountMinor ?? 0

describe('an armed bonus', () => {
  test('is credited with the first deposit that is large enough, once', async () => {
    const member = await app.registerMember()
    await armFor(member)
    await deposit(member, 9_999)
    expect(await walletOf(member)).toBe(9_999)
    await deposit(member, 15_000)
    expect(await walletOf(member)).toBe(39_999)
    await deposit(member, 15_000)
    expect(await walletOf(member)).toBe(54_999)
    expect(await findOpen(app.context.db, member.id)).toMatchObject({
      state: 'ACTIVE',
      depositMinor: 15_000,
      bonusMinor: 15_000,
      baseMinor: 39_999,
    })
    expect((await evaluateBonus(app.context, member.id))?.progress).toMatchObject({
      state: 'running',
      requiredMinor: 150_000,
      ownMinor: 39_999,
    })
  })

  test('fifty deposits at once bring it once', async () => {
    const member = await app.registerMember()
    await armFor(member)
    await Promise.all(Array.from({ length: 50 }, () => deposit(member, 10_000)))
    expect(await walletOf(member)).toBe(510_000)
  })

  test('fifty wishes at once arm one', async () => {
    const member = await app.registerMember()
    const ended = await Promise.allSettled(Array.from({ length: 50 }, () => armFor(member)))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a percentage of the balance', () => {
  const { otherWeight, weights, multiplePercent, ...common } = turnover as Extract<
    Terms,
    { mode: 'turnover' }
  >
  const balance: Terms = { ...common, mode: 'balance', percentSuccess: 200, percentFail: 20 }
  const asked = async ({ id }: TestMember) => {
    const { requiredMinor, floorMinor } = (await evaluateBonus(app.context, id))?.progress ?? {}
    return [requiredMinor, floorMinor]
  }

  test('is of the credit, beside own money of before and of later', async () => {
    const member = await app.registerMember()
    await deposit(member, 1_000_000)
    await grantTo(member, 5_000, balance)
    expect(await asked(member)).toEqual([1_010_000, 1_000])
    await deposit(member, 10_000)
    expect(await asked(member)).toEqual([1_020_000, 1_000])
  })

  test('is of deposit and bonus', async () => {
    const member = await app.registerMember()
    await deposit(member, 50_000)
    await armFor(member, balance)
    await deposit(member, 10_000)
    expect(await asked(member)).toEqual([50_000 + 40_000, 4_000])
  })

  test('stays one of all that the member had, where that was promised', async () => {
    const member = await app.registerMember()
    await deposit(member, 1_000_000)
    await grantTo(member, 5_000, balance)
    await forgetBasis(app.database, member.id)
    expect(await asked(member)).toEqual([2_010_000, 201_000])
  })
})

describe('a product that no weight names', () => {
  test('counted in full before the terms said what others weigh', async () => {
    const member = await app.registerMember()
    await armFor(member, { ...turnover, otherWeight: 0 } as Terms)
    expect((await findOpen(app.context.db, member.id))?.terms).toMatchObject({ otherWeight: 0 })
    await forgetBasis(app.database, member.id)
    expect((await findOpen(app.context.db, member.id))?.terms).toMatchObject({
      otherWeight: 100,
      basis: 'total',
    })
  })
})

describe('free credit', () => {
  test('fifty at once give one', async () => {
    const member = await app.registerMember()
    const ended = await Promise.allSettled(Array.from({ length: 50 }, () => grantTo(member, 5_000)))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await walletOf(member)).toBe(5_000)
  })

  test('is refused to who has more than the threshold, and nothing is credited', async () => {
    const member = await app.registerMember()
    await deposit(member, 501)
    await expect(grantTo(member, 5_000, turnover, 500)).rejects.toMatchObject({ code: 'BONUS_REMAINING' })
    expect(await walletOf(member)).toBe(501)
    await grantTo(member, 5_000, turnover, 501)
    expect(await walletOf(member)).toBe(5_501)
  })
})

describe('its end', () => {
  const reach = async (member: TestMember, minor: number) => {
    const bonus = await findOpen(app.context.db, member.id)
    await transaction(app.context.db, (tx) =>
      addPlay(
        tx,
        new Map([[bonus?.id ?? '', { turnoverMinor: minor, ownPlayMinor: 0, ownOpenLeft: {}, bets: 1 }]]),
      ),
    )
  }

  test('nothing ends while the condition is not met', async () => {
    const member = await app.registerMember()
    await grantTo(member, 5_000)
    await reach(member, 24_999)
    expect(await settleBonus(app.context, member.id)).toMatchObject({ outcome: 'running' })
  })

  test('met: everything stays; asked fifty times at once it ends once', async () => {
    const member = await app.registerMember()
    await grantTo(member, 5_000)
    await reach(member, 25_000)
    await Promise.all(Array.from({ length: 50 }, () => settleBonus(app.context, member.id)))
    expect(await walletOf(member)).toBe(5_000)
    expect(await findOpen(app.context.db, member.id)).toBeUndefined()
    expect(await settleBonus(app.context, member.id)).toBeUndefined()
  })

  test('met with a maximum: what is beyond goes back to the house', async () => {
    const member = await app.registerMember()
    await grantTo(member, 50_000, { ...turnover, maxCashOutMinor: 20_000 })
    await deposit(member, 7_000)
    await reach(member, 250_000)
    await settleBonus(app.context, member.id)
    expect(await walletOf(member)).toBe(27_000)
  })

  test('forfeited: own money stays, also when deposits come meanwhile', async () => {
    const member = await app.registerMember()
    await armFor(member)
    await deposit(member, 10_000)
    await Promise.all([
      settleBonus(app.context, member.id, { forfeits: true }),
      ...Array.from({ length: 10 }, () => deposit(member, 1_000)),
    ])
    await settleBonus(app.context, member.id, { forfeits: true })
    expect(await walletOf(member)).toBe(20_000)
  })

  test('its days are over: as if forfeited', async () => {
    const member = await app.registerMember()
    await grantTo(member, 5_000, { ...turnover, days: 1 })
    app.clock.advance(86_340)
    expect(await settleBonus(app.context, member.id)).toMatchObject({ outcome: 'running' })
    app.clock.advance(61)
    await settleBonus(app.context, member.id)
    expect(await walletOf(member)).toBe(0)
  })

  test('what the house has under a condition is counted, and comes to nothing at the end', async () => {
    const before = await app.context.ledger.houseBalance(house.bonusRunning, 'THB')
    const member = await app.registerMember()
    await grantTo(member, 5_000)
    expect(await app.context.ledger.houseBalance(house.bonusRunning, 'THB')).toBe(before + 5_000)
    await settleBonus(app.context, member.id, { forfeits: true })
    expect(await app.context.ledger.houseBalance(house.bonusRunning, 'THB')).toBe(before)
  })
})

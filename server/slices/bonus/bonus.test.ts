import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import { anyLedger, type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { statementsOf } from '../../testing/statements.ts'
import { testCondition } from '../campaign/testing.ts'
import { usernameOf } from '../game/rules.ts'
import { holdings, play, player, transfer } from '../wallet/testing.ts'
import { lockBudget } from './budget-store.ts'
import { onDeposit } from './deposits.ts'
import { sweepBonuses } from './sweep.ts'
import {
  activate,
  bet,
  bonusesOf,
  budgetOf,
  campaigns,
  catchUp,
  check,
  clear,
  deposit,
  free,
  offersOf,
  outcomeOf,
  takeBack,
  tally,
  walletOf,
} from './testing.ts'

/** Bonuses through the real app (rules.md §7): what is offered, taken, credited, given back, and refused. */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when a bonus is looked at.
  await app.context.jobs.stop()
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const turnover = {
  mode: 'turnover' as const,
  multiplePercent: 500,
  weights: { sport: 50 },
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}
const list = (member: TestMember, language?: string) => offersOf(app, member, language)
const minimum = async ({ token }: TestMember) =>
  (await app.call('GET /api/bonus/check/minimum', { token })).body

describe('the list', () => {
  test('has the bonuses of the member’s currency, in the caller’s language', async () => {
    const code = await make.bonus({ condition: turnover })
    const kip = await make.bonus({ currency: 'LAK', credit: free(5000) })
    const member = await app.registerMember()
    const offers = await list(member, 'LA')
    expect(offers.map((offer) => offer.code)).not.toContain(kip)
    expect(offers.find((offer) => offer.code === code)).toMatchObject({
      title: 'Welcome ລາວ',
      type: 'limit',
      maxReceived: 1,
      percentFail: 5,
      credit: { kind: 'deposit', minDeposit: 100, percent: 20, maxBonus: 500 },
      condition: {
        mode: 'turnover',
        basis: 'credit',
        percent: 500,
        weights: { sport: 50 },
        otherWeight: 100,
      },
      isReceived: false,
      userBonus: null,
      currency: 'THB',
    })
  })

  test('shows what the member has of each, by the limit’s days', async () => {
    const code = await make.bonus({ type: 'day', maxReceived: 2, credit: free(10) })
    const member = await app.registerMember()
    const offer = async () => (await list(member)).find((listed) => listed.code === code)
    await activate(app, member, code)
    expect(await offer()).toMatchObject({ isReceived: false, userBonus: { isActive: true } })
    await clear(app, member)
    await activate(app, member, code)
    expect(await offer()).toMatchObject({ isReceived: true, userBonus: { isActive: true } })
    expect((await offer())?.userBonus?.received).toHaveLength(2)
    app.clock.advance(86_400)
    expect(await offer()).toMatchObject({ isReceived: false, userBonus: { received: [] } })
  })
})

describe('a page of the list', () => {
  const pageOf = async ({ token }: TestMember, query: Record<string, string>) => {
    const { body } = await app.call('GET /api/bonus', { token, query })
    if (Array.isArray(body)) throw new TypeError('all were answered')
    return body
  }
  const codesOf = async (member: TestMember, query: Record<string, string>) =>
    (await pageOf(member, query)).bonuses.map(({ code }) => code)

  test('has what the whole list has, in an order of its own: own, possible, too much, received', async () => {
    const member = await player(app, 100)
    const received = await make.bonus({ credit: free(10), maxTotal: 1000 })
    const tooMuch = await make.bonus({ credit: free(10), maxTotal: 50 })
    const possible = await make.bonus({ credit: free(10), maxTotal: 1000 })
    const mine = await make.bonus({ credit: free(10), maxTotal: 1000 })
    await activate(app, member, received)
    await clear(app, member)
    await activate(app, member, mine)
    const all = await list(member)
    const { total, bonuses } = await pageOf(member, { page: '1', limit: '100' })
    expect(total).toBe(all.length)
    expect(new Map(bonuses.map((bonus) => [bonus.code, bonus]))).toEqual(
      new Map((await offersOf(app, member, 'TH')).map((bonus) => [bonus.code, bonus])),
    )
    const codes = bonuses.map(({ code }) => code)
    expect(codes[0]).toBe(mine)
    expect(codes.filter((code) => [possible, tooMuch, received].includes(code))).toEqual([
      possible,
      tooMuch,
      received,
    ])
    const pages = Array.from({ length: Math.ceil(total / 2) }, (_, i) => String(i + 1))
    const inPages = await Promise.all(pages.map((page) => codesOf(member, { page, limit: '2' })))
    expect(inPages.flat()).toEqual(codes)
    expect(inPages[0]).toHaveLength(2)
    expect(await codesOf(member, { page: String(pages.length + 1), limit: '2' })).toEqual([])
    // One of the two is enough, and what is no page is refused.
    expect(await codesOf(member, { limit: '3' })).toEqual(codes.slice(0, 3))
    expect(await codesOf(member, { page: '1' })).toEqual(codes.slice(0, 10))
    const wrong: Record<string, string>[] = [{ page: '0' }, { limit: '101' }, { page: 'x' }]
    for (const query of wrong)
      expect((await app.call('GET /api/bonus', { token: member.token, query })).status).toBe(400)
  })

  test('costs as many statements for many offers as for few', async () => {
    const member = await app.registerMember()
    const asked = () => statementsOf(() => pageOf(member, { page: '1', limit: '50' }))
    await asked()
    const before = await pageOf(member, { limit: '1' })
    const few = await asked()
    for (let i = 0; i < 8; i++) await make.bonus({ credit: free(10) })
    expect((await pageOf(member, { limit: '1' })).total).toBe(before.total + 8)
    await expect.poll(asked).toHaveLength(few.length)
    expect(few.length).toBeLessThan(8)
  })
})

describe('activate', () => {
  test('a bonus of a deposit is armed, and reserved at its most', async () => {
    const code = await make.bonus({ type: 'week' })
    const member = await app.registerMember()
    const { body } = await activate(app, member, code)
    expect(body).toMatchObject({
      state: 'ARMED',
      source: 'bonus',
      code,
      type: 'week',
      byDeposit: { minDeposit: 100, percent: 20, maxBonus: 500 },
      progress: null,
      creditedAt: null,
    })
    expect(await check(app, member)).toMatchObject({ status: true, type: 'bonus', bonus: { state: 'ARMED' } })
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 500 })
    expect(await minimum(member)).toMatchObject({ status: false, minimum: null, total: 0 })
  })

  test('free credit is in the wallet at once', async () => {
    const code = await make.bonus({ credit: free(60) })
    const member = await app.registerMember()
    const { body } = await activate(app, member, code)
    expect(body).toMatchObject({
      state: 'ACTIVE',
      byDeposit: null,
      progress: { state: 'running', current: 60, required: 120, floor: 5, base: 60, bonus: 60 },
    })
    expect(await walletOf(app, member)).toBe(60)
    expect(await budgetOf(app, code)).toEqual({ given: 60, reserved: 0 })
    expect(await minimum(member)).toEqual({ status: true, minimum: 5, total: 60, currency: 'THB' })
  })

  test('each refusal', async () => {
    const code = await make.bonus({ credit: free(10), maxTotal: 20 })
    const small = await make.bonus({ credit: free(10), budget: 15 })
    const kip = await make.bonus({ currency: 'LAK', credit: free(5000) })
    const member = await app.registerMember()
    const outcome = async (which: string) => outcomeOf(await activate(app, member, which))
    expect(await outcome('NONE')).toBe('404 NO_DATA')
    expect(await outcome(kip)).toBe('404 NO_DATA')
    expect(await outcome(code)).toBe('OK')
    expect(await outcome(small)).toBe('409 BONUS_ALREADY_ACTIVE')
    await clear(app, member)
    expect(await outcome(code)).toBe('422 BONUS_MAX_CLAIMED')
    await activate(app, await app.registerMember(), small)
    expect(await outcome(small)).toBe('422 BONUS_FULL')
    const rich = await app.registerMember()
    await app.fund(rich.id, 20.01)
    expect(outcomeOf(await activate(app, rich, code))).toBe('422 BONUS_REMAINING')
    expect(await walletOf(app, rich)).toBe(20.01)
    const again = await app.registerMember()
    const key = `k-${again.id}`
    await activate(app, again, code, key)
    const other = await app.call('GET /api/bonus/activate/:code', {
      token: again.token,
      params: { code: small },
      headers: { 'idempotency-key': key },
    })
    expect(outcomeOf(other)).toBe('422 IDEMPOTENCY_CONFLICT')
    expect((await app.call('GET /api/bonus/activate/:code', { params: { code } })).status).toBe(401)
  })

  test('the same key is answered with the same bonus, also where the first answer was lost', async () => {
    const code = await make.bonus({ credit: free(10) })
    const member = await app.registerMember()
    const { body } = await activate(app, member, code, 'again')
    await forgetAnswers(app.database, member.id)
    expect((await activate(app, member, code, 'again')).body._id).toBe(body._id)
    expect(await walletOf(app, member)).toBe(10)
  })

  test('fifty members at once on the last place: one', async () => {
    const code = await make.bonus({ credit: free(10), budget: 29.99 })
    const members = await Promise.all(Array.from({ length: 50 }, () => app.registerMember()))
    await activate(app, members[0] as TestMember, code)
    expect(await tally(members.slice(1).map((member) => activate(app, member, code)))).toEqual({
      OK: 1,
      '422 BONUS_FULL': 48,
    })
    expect(await budgetOf(app, code)).toEqual({ given: 20, reserved: 0 })
  })

  test('fifty wishes of one member at once: one, free or armed', async () => {
    for (const credit of [
      free(10),
      { kind: 'deposit' as const, minDeposit: 10, percent: 10, maxBonus: 10 },
    ]) {
      const code = await make.bonus({ credit, maxReceived: 50 })
      const member = await app.registerMember()
      expect(await tally(Array.from({ length: 50 }, () => activate(app, member, code)))).toEqual({
        OK: 1,
        '409 BONUS_ALREADY_ACTIVE': 49,
      })
      const { given, reserved } = await budgetOf(app, code)
      expect(given + reserved).toBe(10)
    }
  })
})

describe('clear', () => {
  test('there is none', async () => {
    expect(outcomeOf(await clear(app, await app.registerMember()))).toBe('404 NO_DATA')
  })

  test('an armed one always, and its reserve is free again', async () => {
    const code = await make.bonus({ budget: 500 })
    const [member, next] = [await app.registerMember(), await app.registerMember()]
    await activate(app, member, code)
    expect(outcomeOf(await activate(app, next, code))).toBe('422 BONUS_FULL')
    expect((await clear(app, member)).body).toEqual({ message: 'BONUS_CLEAR', returned: 0, kept: 0 })
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
    expect(outcomeOf(await activate(app, next, code))).toBe('OK')
    // Cancelled before a deposit came: it does not count as received.
    await clear(app, next)
    expect(outcomeOf(await activate(app, member, code))).toBe('OK')
  })

  test('given back: bonus and winnings go, own money stays; the same key answers the same', async () => {
    const code = await make.bonus({ condition: testCondition })
    const member = await app.registerMember()
    await activate(app, member, code)
    await deposit(app, member, 100)
    await app.fund(member.id, 7)
    expect((await check(app, member)).bonus?.progress?.forfeit).toEqual({ returned: 20, kept: 107 })
    const answer = { message: 'BONUS_CLEAR', returned: 20, kept: 107 }
    expect((await clear(app, member, 'clear')).body).toEqual(answer)
    await forgetAnswers(app.database, member.id)
    expect((await clear(app, member, 'clear')).body).toEqual(answer)
    expect(await walletOf(app, member)).toBe(107)
    expect(outcomeOf(await clear(app, member))).toBe('404 NO_DATA')
  })

  test('between floor and target without the right to give it back: BONUS_REMAINING, with what is missing', async () => {
    const code = await make.bonus({ credit: free(60), condition: { ...turnover, mayForfeit: false } })
    const member = await app.registerMember()
    await activate(app, member, code)
    expect((await clear(app, member)).error).toMatchObject({
      message: 'BONUS_REMAINING',
      current: 0,
      required: 300,
      floor: 5,
    })
  })

  test('void bets and draws meet no condition', async () => {
    const condition = { ...turnover, multiplePercent: 100, weights: {} }
    const member = await player(app, 0)
    await activate(app, member, await make.bonus({ credit: free(50), condition }))
    app.clock.advance(1)
    for (let n = 0; n < 10; n++) await bet(app, member, 50, { product: 'sport', win: 50 })
    await sweepBonuses(app.context)
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ACTIVE', turnover: 0 }])
    // At a slot that is a win.
    await bet(app, member, 50, { product: 'slot', win: 50 })
    await sweepBonuses(app.context)
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'FINISHED', turnover: 50 }])
  })

  test('at or below the floor it ends, and what is left stays', async () => {
    const code = await make.bonus({ credit: free(60), condition: { ...turnover, mayForfeit: false } })
    const member = await player(app, 0, 'PG')
    await activate(app, member, code)
    await transfer(app, member, 'WALLET', 'PG', 60)
    await play(app, member, 'PG', { stake: 55, win: 0 })
    // While the bet is not known to be lost it may still win.
    expect(outcomeOf(await clear(app, member))).toBe('422 BONUS_REMAINING')
    await catchUp(app)
    expect((await clear(app, member)).body).toEqual({ message: 'BONUS_CLEAR', returned: 0, kept: 5 })
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'FAILED' }])
  })

  test('what goes back is brought home from the games first', async () => {
    const code = await make.bonus({ credit: free(60) })
    const member = await player(app, 0, 'PG', 'JOKER')
    await activate(app, member, code)
    await transfer(app, member, 'WALLET', 'PG', 30)
    await transfer(app, member, 'WALLET', 'JOKER', 30)
    await play(app, member, 'PG', { stake: 10, win: 25 })
    expect((await clear(app, member)).body).toMatchObject({ returned: 75, kept: 0 })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 0, game: 0, inTransit: 0 })
  })

  test('a bet that can still win is open: GAME_PENDING, because what it wins would be free of the condition', async () => {
    const code = await make.bonus({ credit: free(60), condition: { ...turnover, mayForfeit: true } })
    const member = await player(app, 0, 'PG')
    await activate(app, member, code)
    await transfer(app, member, 'WALLET', 'PG', 60)
    const betId = await app.sandbox.openBet('PG', usernameOf(member.id), { stake: 50 })
    // The provider reports when it is settled, so nobody knows until when.
    const pending = { message: 'GAME_PENDING', games: ['PG'], until: null }
    expect((await clear(app, member)).error).toMatchObject(pending)
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ACTIVE' }])
    await app.sandbox.endBet('PG', betId, { status: 'settled', win: 0 })
    // It is asked for, whether it was reported by now or not.
    expect((await clear(app, member)).body).toMatchObject({ returned: 10, kept: 0 })
  })

  test('a game does not answer: GAME_PENDING, nothing ends; when it answers again it does', async () => {
    const code = await make.bonus({ credit: free(60) })
    const member = await player(app, 0, 'PG')
    await activate(app, member, code)
    await transfer(app, member, 'WALLET', 'PG', 10)
    await app.sandbox.setFault('PG', 'error', 50)
    const { error } = await clear(app, member)
    expect(error).toMatchObject({ message: 'GAME_PENDING', games: ['PG'] })
    expect(error, 'no bet is open').not.toHaveProperty('until')
    await app.sandbox.setFault('PG', 'none', 1)
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ACTIVE' }])
    app.clock.advance(120)
    await expect.poll(async () => outcomeOf(await clear(app, member)), { timeout: 20_000 }).toBe('OK')
    expect(await walletOf(app, member)).toBe(0)
  })

  test('nor is anything taken by the last known balance of a game, though the wallet has enough', async () => {
    const code = await make.bonus()
    const member = await player(app, 0, 'JOKER')
    await activate(app, member, code)
    await deposit(app, member, 100)
    await transfer(app, member, 'WALLET', 'JOKER', 15)
    await app.sandbox.setFault('JOKER', 'error', 50)
    expect((await clear(app, member)).error).toMatchObject({ message: 'GAME_PENDING', games: ['JOKER'] })
    await app.sandbox.setFault('JOKER', 'none', 1)
    expect(await walletOf(app, member)).toBe(105)
  })

  test('its progress says how much of the total is in transit', async () => {
    const member = await player(app, 0, 'PG')
    await activate(app, member, await make.bonus())
    await deposit(app, member, 100)
    await app.sandbox.setFault('PG', 'error', 1, 'transfer')
    await transfer(app, member, 'WALLET', 'PG', 15)
    const { bonus } = await check(app, member)
    expect(bonus?.progress).toMatchObject({ total: 120, inTransit: 15, open: 15 })
  })

  test('fifty at once end it once', async () => {
    const code = await make.bonus()
    const member = await app.registerMember()
    await activate(app, member, code)
    await deposit(app, member, 100)
    expect(await tally(Array.from({ length: 50 }, () => clear(app, member)))).toEqual({
      OK: 1,
      '404 NO_DATA': 49,
    })
    expect(await walletOf(app, member)).toBe(100)
  })
})

describe('deposits', () => {
  test('credit an armed bonus once, adjust the budget, and leave it armed where they are too small', async () => {
    const code = await make.bonus()
    const member = await app.registerMember()
    await activate(app, member, code)
    await deposit(app, member, 99.99)
    expect(await walletOf(app, member)).toBe(99.99)
    await Promise.all([deposit(app, member, 200), deposit(app, member, 200)])
    expect(await walletOf(app, member)).toBe(539.99)
    expect(await budgetOf(app, code)).toEqual({ given: 40, reserved: 0 })
  })

  test('one that comes too late is credited without the bonus', async () => {
    const code = await make.bonus()
    const [late, swept] = [await app.registerMember(), await app.registerMember()]
    await activate(app, late, code)
    await activate(app, swept, code)
    app.clock.advance(7 * 86_400)
    await deposit(app, late, 100)
    expect(await walletOf(app, late)).toBe(100)
    expect(await bonusesOf(app, late)).toMatchObject([{ state: 'CANCELLED' }])
    await sweepBonuses(app.context)
    expect(await bonusesOf(app, swept)).toMatchObject([{ state: 'CANCELLED' }])
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
  })

  test('are credited whatever is wrong with the bonus, which stays armed', async () => {
    const code = await make.bonus()
    const member = await app.registerMember()
    const { body } = await activate(app, member, code)
    // Its credit's key is used already, by another movement.
    await anyLedger(app.context).post({
      key: `bonus:${body._id}`,
      kind: 'adjustment',
      memberId: member.id,
      legs: [
        { account: { house: 'adjustment' }, asset: 'THB', amountMinor: -1 },
        { account: { member: member.id, name: 'wallet' }, asset: 'THB', amountMinor: 1 },
      ],
    })
    await deposit(app, member, 100)
    expect(await walletOf(app, member)).toBe(100.01)
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ARMED' }])
  })

  test('are credited while the campaign’s budget is locked elsewhere; the next one brings the bonus', async () => {
    const code = await make.bonus()
    const member = await app.registerMember()
    await activate(app, member, code)
    await transaction(app.context.db, async (other) => {
      await lockBudget(other, code)
      await deposit(app, member, 100)
      expect(await walletOf(app, member)).toBe(100)
      expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ARMED' }])
    })
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 500 })
    await deposit(app, member, 100)
    expect(await walletOf(app, member)).toBe(220)
    expect(await budgetOf(app, code)).toEqual({ given: 20, reserved: 0 })
  })

  test('wait for locks behind the bonus as long as before it, whether it is credited or not', async () => {
    const code = await make.bonus()
    const member = await app.registerMember()
    await activate(app, member, code)
    const limits = (amount: number) =>
      transaction(app.context.db, async (tx) => {
        const limit = async () => (await rawQuery<{ lock_timeout: string }>(tx, 'show lock_timeout'))[0]
        const before = await limit()
        await onDeposit(app.context, tx, {
          key: `test:limits:${amount}`,
          memberId: member.id,
          amountMinor: amount * 100,
          postedAt: app.clock.now(),
        })
        return [before, await limit()]
      })
    for (const amount of [99, 100]) {
      const [before, after] = await limits(amount)
      expect(after).toEqual(before)
    }
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ACTIVE' }])
  })

  test('a clear and a deposit at once: either the bonus is cancelled, or credited and then given back', async () => {
    const code = await make.bonus()
    for (let i = 0; i < 10; i++) {
      const member = await app.registerMember()
      await activate(app, member, code)
      await Promise.all([deposit(app, member, 100), clear(app, member)])
      expect([100, 120]).toContain(await walletOf(app, member))
      await clear(app, member)
      expect(await walletOf(app, member)).toBe(100)
    }
    expect((await budgetOf(app, code)).reserved).toBe(0)
  })

  test('taken back: its bonus ends, and was not received', async () => {
    const code = await make.bonus()
    const member = await app.registerMember()
    await activate(app, member, code)
    const key = await deposit(app, member, 100)
    await deposit(app, member, 50)
    await takeBack(app, key)
    expect(await walletOf(app, member)).toBe(50)
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'CANCELLED' }])
    expect(await budgetOf(app, code)).toEqual({ given: 0, reserved: 0 })
    expect(outcomeOf(await activate(app, member, code))).toBe('OK')
  })

  test('another deposit taken back leaves the bonus running', async () => {
    const code = await make.bonus()
    const member = await app.registerMember()
    await activate(app, member, code)
    await deposit(app, member, 100)
    const key = await deposit(app, member, 50)
    await takeBack(app, key)
    expect(await walletOf(app, member)).toBe(120)
    expect(await check(app, member)).toMatchObject({ bonus: { state: 'ACTIVE' } })
  })
})

describe('play from before the credit that is read after it', () => {
  // With a clock of its own: bets say their times, and those of before are told from those of later by them.
  let fresh: TestApp
  beforeAll(async () => {
    fresh = await testApp()
    await fresh.context.jobs.stop()
  })
  afterAll(() => fresh.close())

  /** A member whose play, which no report has named yet, is missed by the reading before the credit. */
  async function withUnread(round: { stake: number; win: number }) {
    const code = await campaigns(fresh).bonus({ maxTotal: 1000 })
    const member = await player(fresh, 100, 'PG')
    await transfer(fresh, member, 'WALLET', 'PG', 100)
    await activate(fresh, member, code)
    await fresh.sandbox.setFault('PG', 'error', 1, 'balance')
    await fresh.sandbox.setFault('PG', 'timeout-lost', 1000, 'report-bets')
    await play(fresh, member, 'PG', round)
    await deposit(fresh, member, 100)
    return member
  }
  const refresh = ({ token }: TestMember) => fresh.call('GET /api/wallet/refresh/slot', { token })
  const progressOf = async (member: TestMember) => (await check(fresh, member)).bonus?.progress

  test('counts as own money that was won', async () => {
    const member = await withUnread({ stake: 100, win: 400 })
    // The reading of after the deposit comes before the bet is reported.
    await expect
      .poll(async () => {
        await refresh(member)
        return progressOf(member)
      })
      .toMatchObject({ total: 520, required: 640, forfeit: { returned: 20, kept: 500 } })
    await catchUp(fresh)
    await expect
      .poll(async () => {
        await refresh(member)
        return progressOf(member)
      })
      .toMatchObject({ total: 520, required: 640, forfeit: { returned: 20, kept: 500 } })
  })

  test('counts as own money that was lost', async () => {
    const member = await withUnread({ stake: 60, win: 0 })
    await expect
      .poll(async () => {
        await refresh(member)
        return progressOf(member)
      })
      .toMatchObject({ total: 160, forfeit: { returned: 20, kept: 140 } })
    await catchUp(fresh)
    // What is won with own money is own money; the bonus is in the wallet.
    await play(fresh, member, 'PG', { stake: 10, win: 110 })
    await catchUp(fresh)
    await refresh(member)
    expect((await progressOf(member))?.forfeit).toEqual({ returned: 20, kept: 240 })
  })
})

test('turnover counts stakes settled since the credit, by weight, and ends when it is met', async () => {
  const code = await make.bonus({ condition: turnover })
  const member = await app.registerMember()
  await activate(app, member, code)
  await deposit(app, member, 100)
  await bet(app, member, 1000, { settledAt: new Date(app.clock.now().getTime() - 3_600_000) })
  expect((await check(app, member)).bonus?.progress).toMatchObject({ current: 0, required: 600 })
  await bet(app, member, 100)
  await bet(app, member, 100, { product: 'sport' })
  expect((await check(app, member)).bonus?.progress).toMatchObject({ current: 150, required: 600 })
  await bet(app, member, 450)
  await expect.poll(async () => (await bonusesOf(app, member))[0]?.state).toBe('FINISHED')
  expect(await walletOf(app, member)).toBe(120)
})

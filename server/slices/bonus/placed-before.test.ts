import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { testCondition } from '../campaign/testing.ts'
import { usernameOf } from '../game/rules.ts'
import { forgetProviders, setProviders } from '../game/testing.ts'
import { maxTotal } from '../promotion/promotion.ts'
import { holdings, open, player, refresh, transfer } from '../wallet/testing.ts'
import { sweepBonuses } from './sweep.ts'
import {
  activate,
  bet,
  bonusesOf,
  campaigns,
  catchUp,
  check,
  clear,
  deposit,
  free,
  usePromotion,
} from './testing.ts'

/**
 * Money on a bet that was placed before a bonus is the member's own (rules.md §7.2): three ordinary evenings.
 */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when bets are asked for, and a bonus is looked at.
  await app.context.jobs.stop()
  await setProviders(app.database, { openBetHours: 6 }, 'HUAYHD')
  forgetProviders(app)
  await app.context.settings.set(maxTotal.THB, 1_000_000)
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const turnover = (change: object = {}) => ({
  mode: 'turnover' as const,
  multiplePercent: 1000,
  weights: {},
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: 100,
  mayForfeit: true,
  days: 30,
  ...change,
})
const stateOf = async (member: TestMember) => (await bonusesOf(app, member))[0]?.state

/** A member with all of 10,000 baht on an open bet, which the last reading has seen. */
async function allStaked(code: GameCode = 'UFABET'): Promise<{ member: TestMember; betId: string }> {
  const member = await player(app, 0, code)
  await deposit(app, member, 10_000)
  await transfer(app, member, 'WALLET', code, 10_000)
  const betId = await app.sandbox.openBet(code, usernameOf(member.id), { stake: 10_000 })
  await refresh(app, member)
  await app.context.ledger.seal()
  await catchUp(app)
  return { member, betId }
}

async function settled(member: TestMember, code: GameCode, betId: string, win: number): Promise<void> {
  await app.sandbox.endBet(code, betId, { status: 'settled', win })
  await refresh(app, member)
  await app.context.ledger.seal()
  await catchUp(app)
  await sweepBonuses(app.context)
}
const all = async (member: TestMember, code: GameCode) => {
  const { wallet, game, inTransit } = await holdings(app, member, code)
  return wallet + game + inTransit
}

describe.each(['UFABET', 'HUAYHD'] as const)('10,000 staked at %s before', (code) => {
  test('a code: the stake meets no condition, and given back the win is kept', async () => {
    const { member, betId } = await allStaked(code)
    await usePromotion(app, member, await make.promotion({ amount: 50, condition: turnover() }))
    await settled(member, code, betId, 20_000)
    expect(await stateOf(member)).toBe('ACTIVE')
    expect((await bonusesOf(app, member))[0]?.turnover).toBe(0)
    expect((await clear(app, member)).body).toMatchObject({ returned: 50, kept: 20_000 })
    expect(await all(member, code)).toBe(20_000)
  })

  test('a code whose condition is met by play: the maximum leaves the win alone', async () => {
    const { member, betId } = await allStaked(code)
    const condition = turnover({ multiplePercent: 100 })
    await usePromotion(app, member, await make.promotion({ amount: 50, condition }))
    await settled(member, code, betId, 20_000)
    await open(app, member, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 50)
    const played = await app.sandbox.openBet('PG', usernameOf(member.id), { stake: 50 })
    await refresh(app, member)
    await catchUp(app)
    await settled(member, 'PG', played, 500)
    expect(await stateOf(member)).toBe('FINISHED')
    // Own 20,000 and at most 100 of the bonus's win.
    const atPg = await holdings(app, member, 'PG')
    expect((await all(member, code)) + atPg.game).toBe(20_100)
  })

  test('a code whose condition is met by own money: the maximum leaves its win alone, too', async () => {
    const { member, betId } = await allStaked(code)
    const condition = turnover({ multiplePercent: 100 })
    await usePromotion(app, member, await make.promotion({ amount: 50, condition }))
    await settled(member, code, betId, 20_000)
    await transfer(app, member, 'WALLET', code, 50)
    const played = await app.sandbox.openBet(code, usernameOf(member.id), { stake: 50 })
    await refresh(app, member)
    await app.context.ledger.seal()
    await catchUp(app)
    await settled(member, code, played, 500)
    expect(await stateOf(member)).toBe('FINISHED')
    // There was own money at the game, so own money was staked: 20,450 are own, and 50 of the bonus stay.
    expect(await all(member, code)).toBe(20_500)
  })

  test('a bonus of a further deposit: given back, own money and its win stay', async () => {
    const { member, betId } = await allStaked(code)
    const credit = { kind: 'deposit' as const, minDeposit: 50, percent: 10, maxBonus: 100 }
    await activate(app, member, await make.bonus({ credit, condition: turnover(), maxTotal: 1_000_000 }))
    await deposit(app, member, 100)
    await settled(member, code, betId, 20_000)
    expect((await clear(app, member)).body).toMatchObject({ returned: 10, kept: 20_100 })
    expect(await all(member, code)).toBe(20_100)
  })

  test('a void bet finishes nothing', async () => {
    const { member, betId } = await allStaked(code)
    const condition = turnover({ multiplePercent: 100, maxCashOut: null })
    await usePromotion(app, member, await make.promotion({ amount: 50, condition }))
    await app.sandbox.endBet(code, betId, { status: 'void' })
    await refresh(app, member)
    await app.context.ledger.seal()
    await catchUp(app)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('ACTIVE')
    expect((await clear(app, member)).body).toMatchObject({ returned: 50, kept: 10_000 })
  })

  test('and lost: nothing of it is left, and the bonus goes on', async () => {
    const { member, betId } = await allStaked(code)
    const condition = turnover({ percentFail: 0.1 })
    await usePromotion(app, member, await make.promotion({ amount: 50, condition }))
    await settled(member, code, betId, 0)
    expect(await stateOf(member)).toBe('ACTIVE')
    expect((await clear(app, member)).body).toMatchObject({ returned: 50, kept: 0 })
  })
})

describe('a bet that was stored before the credit, by a clock that is ahead', () => {
  const ahead = 4_800
  test.each([
    ['placed before', -60_000, 0],
    ['placed after, as its provider says', 4_700, 100],
    ['placed nobody knows when', null, 100],
  ])('%s', async (_, placed, counted) => {
    const member = await player(app, 0, 'PG')
    await deposit(app, member, 1_000)
    const code = await make.promotion({ amount: 50, condition: turnover() })
    const now = app.clock.now().getTime()
    const placedAt = placed === null ? null : new Date(now + placed)
    await bet(app, member, 100, { win: 400, placedAt, settledAt: new Date(now + ahead) })
    await usePromotion(app, member, code)
    const { progress } = (await check(app, member)).bonus ?? {}
    // What it has won is in the base, once.
    expect(progress).toMatchObject({ current: counted, base: 1_350, forfeit: { kept: 1_000 } })
    const [row] = await bonusesOf(app, member)
    expect(row?.turnover).toBe(counted)
  })
})

describe('a bet that a provider takes back', () => {
  test('does not lock the member in a bonus', async () => {
    const member = await player(app, 0, 'UFABET')
    await deposit(app, member, 100)
    await transfer(app, member, 'WALLET', 'UFABET', 100)
    const bet = await app.sandbox.openBet('UFABET', usernameOf(member.id), { stake: 100 })
    await refresh(app, member)
    await settled(member, 'UFABET', bet, 1_000)
    await app.sandbox.endBet('UFABET', bet, { status: 'corrected', win: 0 })
    await refresh(app, member)
    await catchUp(app)
    await activate(app, member, await make.bonus({ credit: free(60), condition: testCondition }))
    expect((await clear(app, member)).body).toMatchObject({ message: 'BONUS_CLEAR', returned: 60 })
  })

  test('without a report lapses with the hours, once the provider was asked and had nothing more', async () => {
    await setProviders(app.database, { openBetHours: 6 }, 'UFABET')
    forgetProviders(app)
    const member = await player(app, 0, 'UFABET')
    await deposit(app, member, 1_000)
    await transfer(app, member, 'WALLET', 'UFABET', 1_000)
    await refresh(app, member)
    // What nobody reports: it looks like a stake.
    await app.sandbox.openBet('UFABET', usernameOf(member.id), { stake: 1_000 })
    await refresh(app, member)
    await catchUp(app)
    const offer = { credit: free(60), condition: testCondition, maxTotal: 10_000 }
    expect((await activate(app, member, await make.bonus(offer))).status).toBe(200)
    expect((await clear(app, member)).error).toMatchObject({ message: 'GAME_PENDING', games: ['UFABET'] })
    app.clock.advance(7 * 3600)
    await app.sandbox.setFault('UFABET', 'error', 1, 'bets')
    expect((await clear(app, member)).error).toMatchObject({ message: 'GAME_PENDING', games: ['UFABET'] })
    await app.sandbox.setFault('UFABET', 'none')
    expect((await clear(app, member)).body).toMatchObject({ message: 'BONUS_CLEAR', returned: 60 })
  })
})

test('an outage ends no bonus: its win is not known yet', async () => {
  const member = await player(app, 0, 'UFABET')
  await activate(app, member, await make.bonus({ credit: free(50), condition: testCondition }))
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await app.sandbox.play('UFABET', usernameOf(member.id), { stake: 46, win: 0 })
  await refresh(app, member)
  await app.sandbox.setFault('UFABET', 'error', 1000, 'balance')
  await app.sandbox.play('UFABET', usernameOf(member.id), { stake: 4, win: 2_000 })
  await refresh(app, member)
  await sweepBonuses(app.context)
  expect(await stateOf(member)).toBe('ACTIVE')
  expect((await clear(app, member)).error).toMatchObject({ message: 'GAME_PENDING', games: ['UFABET'] })
  await app.sandbox.setFault('UFABET', 'none')
  await refresh(app, member)
  await sweepBonuses(app.context)
  // It was not lost: the condition is met.
  expect(await stateOf(member)).toBe('FINISHED')
})

test('a code is for members with little in all: what is staked counts', async () => {
  await app.context.settings.set(maxTotal.THB, 50)
  const { member } = await allStaked()
  const code = await make.promotion({ amount: 50, condition: turnover() })
  const { token } = member
  const { body } = await app.call('GET /api/promotion/find/:code', { token, params: { code } })
  expect(body).toMatchObject({ maxTotal: 50, total: 10_000 })
  expect((await usePromotion(app, member, code)).error).toMatchObject({
    message: 'BONUS_REMAINING',
    total: 10_000,
  })
})

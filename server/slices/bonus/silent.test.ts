import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { testCondition } from '../campaign/testing.ts'
import { forgetProviders, removeOpenBetHours, setProviders } from '../game/testing.ts'
import { refreshGames } from '../wallet/public.ts'
import { holdings, play, player, refresh, transfer } from '../wallet/testing.ts'
import { addPlay } from './condition/play-store.ts'
import { findOpen } from './condition/store.ts'
import { openBonusOf } from './show.ts'
import { sweepBonuses } from './sweep.ts'
import { activate, bet, bonusesOf, campaigns, catchUp, check, clear, deposit, free } from './testing.ts'

/** A bonus of which money may be staked at a provider that reports no bets (rules.md §7.2). */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when a bonus is looked at, and when play results count as bets.
  await app.context.jobs.stop()
  // As in an installation from before providers had hours of their own: 48 count for each.
  await removeOpenBetHours(app.database)
  forgetProviders(app)
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const hour = 3600
const condition = { ...testCondition, mayForfeit: false }
const turnover = {
  mode: 'turnover' as const,
  multiplePercent: 200,
  weights: {},
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: false,
  days: 30,
}
const shown = async ({ id }: Pick<TestMember, 'id'>) => (await openBonusOf(app.context, id, 'en'))?.progress
const openBetsOf = async (member: TestMember) => (await check(app, member)).bonus?.openBets
const stateOf = async (member: TestMember) => (await bonusesOf(app, member))[0]?.state
/** Makes the play results that were read count as bets. */
async function standIn(): Promise<void> {
  await app.context.ledger.seal()
  await catchUp(app)
}

/** The sweep ends the bonus of a member who has staked all of it after so many hours, and not before. */
async function expectFailsAfter(hours: number, member: TestMember): Promise<void> {
  await standIn()
  app.clock.advance(hours * hour - 90)
  await refreshGames(app.context, member.id)
  await sweepBonuses(app.context)
  expect(await shown(member)).toMatchObject({ state: 'running', open: 60 })
  app.clock.advance(90)
  await sweepBonuses(app.context)
  expect(await stateOf(member)).toBe('FAILED')
}

/**
 * A member with a bonus of 60 baht at a provider that reports no bets, who has staked so much of it; the
 * reading missed that.
 */
const staked = (stake = 60, change: Parameters<typeof make.bonus>[0] = {}): Promise<TestMember> =>
  stakedAt({ SEXYGAME: stake }, change)

/** The same at several of them, where all of the bonus is staked but for what stays at the first one. */
async function stakedAt(
  stakes: Partial<Record<GameCode, number>>,
  change: Parameters<typeof make.bonus>[0] = {},
): Promise<TestMember> {
  const bonus = await make.bonus({ credit: free(60), condition, ...change })
  const [[first, stake], ...others] = Object.entries(stakes) as [[GameCode, number], ...[GameCode, number][]]
  const member = await player(app, 0, first, ...others.map(([code]) => code))
  await activate(app, member, bonus)
  for (const [code, moved] of others) {
    await transfer(app, member, 'WALLET', code, moved)
    await play(app, member, code, { stake: moved, win: 0 })
  }
  await transfer(app, member, 'WALLET', first, 60 - others.reduce((sum, [, moved]) => sum + moved, 0))
  await play(app, member, first, { stake, win: 0 })
  await refresh(app, member)
  return member
}

describe('at its floor', () => {
  test('goes on, because an open bet may win; what it wins is under the condition', async () => {
    const member = await staked()
    expect(await shown(member)).toMatchObject({ state: 'running', total: 0, open: 60 })
    await standIn()
    expect(await shown(member)).toMatchObject({ state: 'running', total: 0, open: 60 })
    await play(app, member, 'SEXYGAME', { stake: 0, win: 100 })
    await refresh(app, member)
    expect(await shown(member)).toMatchObject({ state: 'running', total: 100, current: 100, required: 120 })
    expect(await stateOf(member)).toBe('ACTIVE')
  })

  test('fails by itself when the hours are over, and not before', async () => {
    await expectFailsAfter(48, await staked())
  })

  test('goes on when the sweep finds more that was lost, and fails hours after that', async () => {
    const member = await staked(56)
    await standIn()
    app.clock.advance(30 * hour)
    await play(app, member, 'SEXYGAME', { stake: 2, win: 0 })
    await refreshGames(app.context, member.id)
    await standIn()
    app.clock.advance(20 * hour)
    await sweepBonuses(app.context)
    expect(await shown(member)).toMatchObject({ state: 'running', total: 2, open: 2 })
    app.clock.advance(28 * hour)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('FAILED')
  })

  test('fails at once where no money of it was at such a provider: what was lost there was lost before', async () => {
    const code = await make.bonus({ maxTotal: 1000 })
    const member = await player(app, 90, 'SEXYGAME', 'PG')
    await transfer(app, member, 'WALLET', 'SEXYGAME', 90)
    await play(app, member, 'SEXYGAME', { stake: 50, win: 0 })
    await refresh(app, member)
    await activate(app, member, code)
    // Read after the credit only.
    await play(app, member, 'SEXYGAME', { stake: 40, win: 0 })
    await deposit(app, member, 100)
    await expect.poll(() => shown(member)).toMatchObject({ total: 120 })
    await standIn()
    await transfer(app, member, 'WALLET', 'PG', 120)
    await play(app, member, 'PG', { stake: 120, win: 0 })
    await catchUp(app)
    await refresh(app, member)
    expect(await stateOf(member)).toBe('FAILED')
  })

  test('does not wait once it is met: by bets whose node died, or by a reading', async () => {
    const reached = await staked(60, { condition: turnover })
    const bonus = await findOpen(app.context.db, reached.id)
    await transaction(app.context.db, (tx) =>
      addPlay(
        tx,
        new Map([[bonus?.id ?? '', { turnoverMinor: 12_000, ownPlayMinor: 0, ownOpenLeft: {}, bets: 1 }]]),
      ),
    )
    await sweepBonuses(app.context)
    expect(await stateOf(reached)).toBe('FINISHED')

    const won = await staked(60, { condition: { ...condition, maxCashOut: 100 } })
    await play(app, won, 'SEXYGAME', { stake: 0, win: 150 })
    await refresh(app, won)
    await sweepBonuses(app.context)
    expect(await stateOf(won)).toBe('FINISHED')
    expect(await holdings(app, won, 'SEXYGAME')).toEqual({ wallet: 0, game: 100, inTransit: 0 })
  })
})

test('what was lost and read just before the credit is no stake', async () => {
  const member = await player(app, 100, 'SEXYGAME')
  await transfer(app, member, 'WALLET', 'SEXYGAME', 100)
  await play(app, member, 'SEXYGAME', { stake: 100, win: 0 })
  await refresh(app, member)
  await activate(app, member, await make.bonus({ credit: free(60), condition: testCondition }))
  expect((await clear(app, member)).body).toMatchObject({ message: 'BONUS_CLEAR', kept: 0 })
})

describe('an end that takes money back by the balances', () => {
  const pending = { message: 'GAME_PENDING', games: ['SEXYGAME'], until: expect.any(String) }

  test('says until when it waits at the latest, and is possible then, and not before', async () => {
    const member = await staked(40, { condition: testCondition })
    const { error } = await clear(app, member)
    expect(error).toMatchObject(pending)
    const until = Date.parse(String(error?.until))
    const toWait = (until - app.clock.now().getTime()) / 1000
    expect(toWait).toBeGreaterThan(47 * hour)
    expect(toWait).toBeLessThanOrEqual(48 * hour)
    app.clock.advance(toWait - 1)
    expect((await clear(app, member)).error).toMatchObject({ ...pending, until: error?.until })
    app.clock.advance(1)
    expect((await clear(app, member)).body).toMatchObject({ message: 'BONUS_CLEAR' })
  })

  test('is shown as not possible before it is asked for, where it is near', async () => {
    const bets = { games: ['SEXYGAME'], until: expect.any(String) }
    const atFloor = await staked()
    expect(await openBetsOf(atFloor)).toEqual(bets)
    expect((await clear(app, atFloor)).error).toMatchObject({ message: 'BONUS_REMAINING' })
    const met = await staked(40, { condition: { ...turnover, maxCashOut: 10 } })
    expect(await openBetsOf(met), 'its end is far').toBeUndefined()
    await bet(app, met, 120)
    expect(await openBetsOf(met)).toEqual(bets)
    const expired = await staked(40, { condition: { ...condition, days: 1 } })
    app.clock.advance(24 * hour)
    expect(await openBetsOf(expired)).toEqual(bets)
    expect((await clear(app, expired)).error).toMatchObject({ message: 'GAME_PENDING', ...bets })
  })

  test.each([60, 40])('is not the way around it: given back with %i of 60 baht staked', async (stake) => {
    const member = await staked(stake, { condition: testCondition })
    expect((await clear(app, member)).error).toMatchObject(pending)
    await standIn()
    expect((await clear(app, member)).error).toMatchObject(pending)
    app.clock.advance(48 * hour)
    expect((await clear(app, member)).body).toMatchObject({ message: 'BONUS_CLEAR', kept: 0 })
    expect(await stateOf(member)).toBe(stake === 60 ? 'FAILED' : 'FORFEITED')
  })

  test('waits when the days are over, and is tried again when the hours are', async () => {
    const member = await staked(40, { condition: { ...condition, days: 1 } })
    await standIn()
    app.clock.advance(24 * hour)
    await sweepBonuses(app.context)
    expect(await shown(member)).toMatchObject({ state: 'expired' })
    const [row] = await app.database.query<{ dueAt: Date }>(
      'select due_at as "dueAt" from member_bonuses where member_id = $1',
      [member.id],
    )
    expect(row?.dueAt.getTime()).toBeGreaterThan(app.clock.now().getTime() + 23 * hour * 1000)
    app.clock.advance(24 * hour)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('EXPIRED')
    expect(await holdings(app, member, 'SEXYGAME')).toEqual({ wallet: 0, game: 0, inTransit: 0 })
  })

  test('waits also where the condition is met: what a ticket brings later is in no maximum', async () => {
    const member = await staked(40, { condition: { ...turnover, maxCashOut: 10 } })
    await bet(app, member, 120)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('ACTIVE')
    expect((await clear(app, member)).error).toMatchObject(pending)
    await play(app, member, 'SEXYGAME', { stake: 0, win: 500 })
    await refresh(app, member)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('FINISHED')
    expect(await holdings(app, member, 'SEXYGAME')).toEqual({ wallet: 0, game: 10, inTransit: 0 })
  })

  test('comes at once where the condition is met without a maximum', async () => {
    const member = await staked(40, { condition: turnover })
    await bet(app, member, 120)
    await expect.poll(() => stateOf(member)).toBe('FINISHED')
  })
})

describe('at providers with hours of their own', () => {
  beforeAll(async () => {
    await setProviders(app.database, { openBetHours: 1 }, 'SEXYGAME')
    await setProviders(app.database, { openBetHours: 100 }, 'HUAYHD')
    forgetProviders(app)
  })

  test.each([
    ['SEXYGAME', 1],
    ['HUAYHD', 100],
  ] as const)('a bonus staked at %s fails by itself after %i h, and not before', async (code, hours) => {
    await expectFailsAfter(hours, await stakedAt({ [code]: 60 }))
  })

  test('staked at both, it fails when no bet may be open at either', async () => {
    const member = await stakedAt({ SEXYGAME: 50, HUAYHD: 10 })
    await standIn()
    expect(await shown(member)).toMatchObject({ state: 'running', total: 0, open: 60 })
    app.clock.advance(hour)
    await refreshGames(app.context, member.id)
    await sweepBonuses(app.context)
    expect(await shown(member)).toMatchObject({ state: 'running', total: 0, open: 10 })
    app.clock.advance(99 * hour - 90)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('ACTIVE')
    app.clock.advance(90)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('FAILED')
  })

  test('given back, it waits for the longest of them', async () => {
    const member = await stakedAt({ SEXYGAME: 20, HUAYHD: 20 }, { condition: testCondition })
    const pending = async () => (await clear(app, member)).error
    expect(await pending()).toMatchObject({ message: 'GAME_PENDING', games: ['SEXYGAME', 'HUAYHD'] })
    await standIn()
    app.clock.advance(hour)
    expect(await pending()).toMatchObject({ message: 'GAME_PENDING', games: ['HUAYHD'] })
    app.clock.advance(99 * hour)
    expect((await clear(app, member)).body).toMatchObject({ message: 'BONUS_CLEAR', returned: 20 })
    expect(await stateOf(member)).toBe('FORFEITED')
  })
})

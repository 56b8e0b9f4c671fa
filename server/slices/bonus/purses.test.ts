import { randomBytes } from 'node:crypto'
import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import { settingNamed } from '../../platform/settings.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { recordBets, settledBet } from '../game/public.ts'
import { usernameOf } from '../game/rules.ts'
import { maxTotal } from '../promotion/promotion.ts'
import { player, refresh, transfer } from '../wallet/testing.ts'
import { evaluateBonus } from './condition/evaluation.ts'
import { sweepBonuses } from './sweep.ts'
import { bonusesOf, campaigns, catchUp, check, clear, deposit, usePromotion, walletOf } from './testing.ts'

/** A member's own money and the bonus are two purses (rules.md §7.6), through providers and the app. */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when bets are asked for, and a bonus is looked at.
  await app.context.jobs.stop()
  await app.context.settings.set(maxTotal.THB, 1_000_000)
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const condition = {
  mode: 'turnover' as const,
  multiplePercent: 10_000,
  weights: {} as Record<string, number>,
  otherWeight: 100,
  percentFail: 1,
  maxCashOut: 100,
  mayForfeit: true,
  days: 30,
}

/** A member with own money at PG, and 50 baht of a code in the wallet, from which UFABET can be reached. */
async function withCode(own: number, change: Partial<typeof condition> = {}): Promise<TestMember> {
  const member = await player(app, own, 'PG', 'UFABET')
  await transfer(app, member, 'WALLET', 'PG', own)
  await usePromotion(
    app,
    member,
    await make.promotion({ amount: 50, condition: { ...condition, ...change } }),
  )
  return member
}

/** A provider adds money to its account of the member, and reports no bet: a jackpot, or a gift. */
const giveAtGame = async ({ id }: TestMember, code: GameCode, amount: number) =>
  app.database.query(
    'update sandbox.account set balance_minor = balance_minor + $3::bigint where game = $1 and username = $2',
    [code, usernameOf(id), amount * 100],
  )

async function play(member: TestMember, code: GameCode, stake: number, win: number): Promise<void> {
  await app.sandbox.play(code, usernameOf(member.id), { stake, win })
  await refresh(app, member)
  await catchUp(app)
}

test('what own money has won is kept when the bonus is given back', async () => {
  const member = await withCode(500)
  await play(member, 'PG', 500, 2_000)
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await play(member, 'UFABET', 50, 1_000)
  expect((await check(app, member)).bonus?.progress?.forfeit).toEqual({ returned: 1_000, kept: 2_000 })
  expect((await clear(app, member)).body).toMatchObject({ returned: 1_000, kept: 2_000 })
})

test('what the bonus has lost is not taken from own money', async () => {
  const member = await withCode(500)
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await play(member, 'UFABET', 45, 0)
  expect((await clear(app, member)).body).toMatchObject({ returned: 5, kept: 500 })
})

test('the maximum takes nothing of what own money has won', async () => {
  const member = await withCode(500, { multiplePercent: 1_000 })
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await play(member, 'UFABET', 50, 700)
  await play(member, 'PG', 500, 3_000)
  await sweepBonuses(app.context)
  expect(await bonusesOf(app, member)).toMatchObject([{ state: 'FINISHED' }])
  const balances = await app.context.ledger.balances(member.id)
  expect([...balances.values()].reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(310_000)
})

test('a win that was read waits for its bet: it is not own money until the provider was asked', async () => {
  const member = await withCode(500)
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await app.sandbox.setFault('UFABET', 'timeout-lost', 1000, 'report-bets')
  await app.sandbox.setFault('UFABET', 'error', 1000, 'bets')
  await app.sandbox.play('UFABET', usernameOf(member.id), { stake: 50, win: 5_000 })
  await refresh(app, member)
  expect((await check(app, member)).bonus?.progress?.forfeit).toEqual({ returned: 5_000, kept: 500 })
  expect((await clear(app, member)).error).toMatchObject({ message: 'GAME_PENDING', games: ['UFABET'] })
  await app.sandbox.setFault('UFABET', 'none')
  expect((await clear(app, member)).body).toMatchObject({ returned: 5_000, kept: 500 })
})

test('a win whose bet waits for a person keeps the bonus from ending', async () => {
  const plausible = settingNamed('bets.plausibleStake')
  const before = await app.context.settings.get(plausible)
  await app.context.settings.set(plausible, 40)
  const member = await withCode(500)
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await play(member, 'UFABET', 50, 5_000)
  expect((await clear(app, member)).error).toMatchObject({ message: 'GAME_PENDING', games: ['UFABET'] })
  await app.context.settings.set(plausible, before)
})

test('money that a game gives without a bet is own money', async () => {
  const member = await withCode(500)
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await play(member, 'UFABET', 50, 80)
  await giveAtGame(member, 'UFABET', 300)
  await refresh(app, member)
  await catchUp(app)
  expect((await clear(app, member)).body).toMatchObject({ returned: 80, kept: 800 })
})

test('a bet of the moment of the end is counted, or waits for it', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const member = await withCode(100)
    await transfer(app, member, 'WALLET', 'UFABET', 50)
    await app.sandbox.play('UFABET', usernameOf(member.id), { stake: 50, win: 900 })
    const [cleared] = await Promise.all([clear(app, member), refresh(app, member), catchUp(app)])
    if (cleared.error) expect((await clear(app, member)).body).toMatchObject({ returned: 900, kept: 100 })
    else expect(cleared.body).toMatchObject({ returned: 900, kept: 100 })
  }
})

test('after many bets the purses are stored, and followed anew behind a late one', async () => {
  const member = await withCode(5, { weights: { slot: 1 } })
  await transfer(app, member, 'WALLET', 'PG', 50)
  const begun = app.clock.now().getTime()
  let number = 0
  const store = (bets: { at: number; stake: number; win: number }[]) =>
    transaction(app.context.db, (tx) =>
      recordBets(
        app.context,
        tx,
        bets.map(({ at, stake, win }) => ({
          ...settledBet({
            game: 'PG',
            id: `${randomBytes(6).toString('hex')}-${++number}`,
            memberId: member.id,
            product: 'slot',
            currency: 'THB',
            stakeMinor: stake,
            winMinor: win,
            settledAt: new Date(begun + at),
          }),
          placedAt: new Date(begun + at),
        })),
        'report',
      ),
    )
  /** Every second bet wins what the one before has lost; none of it changes what is there in the end. */
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ at: from + i * 400, stake: 700, win: i % 2 === 0 ? 0 : 1400 }))
  const ownNow = async () => (await evaluateBonus(app.context, member.id))?.progress.forfeit.keptMinor
  const storedAt = async () =>
    (
      await app.database.query<{ at: Date }>(
        'select at from bonus_purses p join member_bonuses b on b.id = p.bonus_id where member_id = $1 order by at',
        [member.id],
      )
    ).map(({ at }) => at.getTime() - begun)
  const followedAnew = async () => {
    await app.database.query(
      'delete from bonus_purses where bonus_id in (select id from member_bonuses where member_id = $1)',
      [member.id],
    )
    return ownNow()
  }

  await store(some(1_000, 900))
  expect(await storedAt()).toEqual([])
  await store(some(361_000, 400))
  const [first] = await storedAt()
  // A minute behind the last one.
  expect(first).toBe(361_000 + 399 * 400 - 60_000)
  const own = await ownNow()
  // The first bet has lost the own 5 baht with 2 of the bonus; 14 of the win of the second are of the bonus.
  expect(own).toBe(0)
  await deposit(app, member, 200)
  expect(await ownNow()).toBe(20_000)

  // A bet that the provider reports late, and dates before all others: it has won with own money.
  await store([{ at: 500, stake: 500, win: 2_500 }])
  await giveAtGame(member, 'PG', 20)
  await refresh(app, member)
  expect(await storedAt()).toEqual([])
  const late = await ownNow()
  expect(late).toBe(await followedAnew())
  expect(late).toBeGreaterThan(20_000)
  expect(await walletOf(app, member)).toBe(200)
})

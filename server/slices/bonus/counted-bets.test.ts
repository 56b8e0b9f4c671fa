import { randomInt } from 'node:crypto'
import type { GameCode } from '@krapao/contract/game.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { byDepth } from '../../testing/depth.ts'
import { statementsOf } from '../../testing/statements.ts'
import { testCondition } from '../campaign/testing.ts'
import { betOf, report } from '../game/bets/testing/bets.ts'
import { usernameOf } from '../game/rules.ts'
import { play, player, refresh, transfer } from '../wallet/testing.ts'
import { findOpen } from './condition/store.ts'
import { sweepBonuses } from './sweep.ts'
import {
  activate,
  bonusesOf,
  campaigns,
  catchUp,
  check,
  clear,
  countedBets,
  deposit,
  free,
  wrongTurnovers,
} from './testing.ts'

/** The bets that a turnover is made of, as their member reads them (rules.md §7.2). */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when a bonus is looked at, and when play results count as bets.
  await app.context.jobs.stop()
  make = campaigns(app)
})
afterAll(async () => {
  expect(await wrongTurnovers(app)).toEqual([])
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const turnover = (change: object = {}) => ({
  mode: 'turnover' as const,
  multiplePercent: 10_000,
  weights: { sport: 50, lotto: 0 },
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
  ...change,
})

/** A member with a bonus of 60 baht that was credited just now. */
async function withBonus(
  condition: NonNullable<Parameters<typeof make.bonus>[0]>['condition'],
  ...codes: GameCode[]
): Promise<{ member: TestMember; id: string }> {
  const code = await make.bonus({ credit: free(60), condition, maxTotal: 1_000_000 })
  const member = await player(app, 0, ...codes)
  const { body } = await activate(app, member, code)
  return { member, id: body._id }
}
const shownBy = async (member: TestMember, id: string) => (await countedBets(app, member, id)).body
const now = (seconds = 0): string => addSeconds(app.clock.now(), seconds).toISOString()

describe('a bet that counts', () => {
  it('says its stake, what of it was at risk, its weight, what it added and what it won', async () => {
    const { member, id } = await withBonus(turnover(), 'PG')
    app.clock.advance(10)
    const all = [
      betOf(member, { product: 'sport', stake: 100, validStake: 80, win: 30, settledAt: now(1) }),
      betOf(member, { product: 'lotto', stake: 7, win: 0, settledAt: now(2) }),
      betOf(member, { product: 'live', status: 'void', stake: 5, win: 5, settledAt: now(3) }),
      betOf(member, { stake: 40, win: 0, placedAt: now(-60), settledAt: now(4) }),
      betOf(member, { stake: 30, win: 60, placedAt: now(1), settledAt: now(5) }),
    ]
    await report(app, 'PG', all)
    const taken = betOf(member, {
      status: 'corrected',
      corrects: all[0]?.id ?? '',
      product: 'sport',
      stake: 50,
      validStake: 50,
      win: 0,
      settledAt: now(6),
    })
    await report(app, 'PG', [taken])
    const answer = await shownBy(member, id)
    expect(answer).toMatchObject({ total: 6, turnover: 55, earlier: 0, currency: 'THB' })
    const facts = answer.bets.map(({ game, product, stake, validStake, weight, added, win, own }) => [
      game,
      product,
      stake,
      validStake,
      weight,
      added,
      win,
      own,
    ])
    expect(facts).toEqual([
      ['PG', 'sport', -50, -30, 50, -15, -30, 'none'],
      ['PG', 'slot', 30, 30, 100, 30, 60, 'none'],
      ['PG', 'slot', 40, 40, 100, 0, 0, 'all'],
      ['PG', 'live', 5, 0, 100, 0, 5, 'none'],
      ['PG', 'lotto', 7, 7, 0, 0, 0, 'none'],
      ['PG', 'sport', 100, 80, 50, 40, 30, 'none'],
    ])
    expect(answer.bets.map(({ isCorrection }) => isCorrection)).toEqual([true, ...Array(5).fill(false)])
    expect(answer.bets.map(({ _id }) => _id)).toEqual([taken, ...all.toReversed()].map((bet) => bet.id))
    // Ended, it has them still, and what comes later is none of it.
    expect((await clear(app, member)).status).toBe(200)
    await report(app, 'PG', [betOf(member, { settledAt: now(7) })])
    expect(await shownBy(member, id)).toEqual(answer)
  })

  it('uses up first what was staked before the credit, where nobody says when it was placed', async () => {
    const code = await make.bonus({ credit: free(60), condition: turnover(), maxTotal: 1_000_000 })
    const member = await player(app, 100, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 100)
    await app.sandbox.openBet('PG', usernameOf(member.id), { stake: 15 })
    await refresh(app, member)
    const { body } = await activate(app, member, code)
    app.clock.advance(10)
    for (const second of [1, 2])
      await report(app, 'PG', [betOf(member, { stake: 40, settledAt: now(second) })])
    expect((await shownBy(member, body._id)).bets).toMatchObject([
      { stake: 40, added: 40, own: 'none', ownStake: 0 },
      { stake: 40, added: 25, own: 'part', ownStake: 15 },
    ])
  })

  it('has no weight where the balance decides', async () => {
    const { member, id } = await withBonus(testCondition, 'PG')
    app.clock.advance(10)
    await report(app, 'PG', [betOf(member, { stake: 30, settledAt: now() })])
    expect(await shownBy(member, id)).toMatchObject({
      total: 1,
      turnover: 0,
      bets: [{ stake: 30, weight: null, added: 0, own: 'none' }],
    })
  })

  it('is read by its member only, a page at a time', async () => {
    const { member, id } = await withBonus(turnover(), 'PG')
    app.clock.advance(10)
    const bets = [1, 2, 3, 4, 5].map((second) => betOf(member, { settledAt: now(second) }))
    await report(app, 'PG', bets)
    const page = async (page: number) =>
      (await countedBets(app, member, id, { page, limit: 2 })).body.bets.map(({ _id }) => _id)
    const ids = bets.map((bet) => bet.id).toReversed()
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ])
    const other = await app.registerMember()
    for (const [caller, asked] of [
      [other, id],
      [member, 'bnnone'],
    ] as const)
      expect((await countedBets(app, caller, asked)).error).toMatchObject({ message: 'NO_DATA' })
  })

  it('costs the same few statements, and its page comes from an index', async () => {
    const { member, id } = await withBonus(turnover(), 'PG')
    app.clock.advance(10)
    const sent: number[] = []
    for (const count of [2, 30]) {
      await report(
        app,
        'PG',
        Array.from({ length: count }, () => betOf(member, { settledAt: now(1) })),
      )
      sent.push((await statementsOf(() => countedBets(app, member, id, { limit: 50 }))).length)
    }
    expect(sent[1]).toBe(sent[0])
    const plan = await transaction(app.context.db, async (tx) => {
      for (const other of ['seqscan', 'bitmapscan', 'sort'])
        await rawQuery(tx, `set local enable_${other} = off`)
      return rawQuery<Record<string, string>>(
        tx,
        `explain select game from bonus_bets where bonus_id = $1
         order by settled_at desc, game desc, bet_id desc limit 10`,
        [id],
      )
    })
    expect(JSON.stringify(plan)).toMatch(/Index (Only )?Scan Backward using bonus_bets_pkey/)
    expect(JSON.stringify(plan)).not.toContain('Sort')
  })
})

describe('the sum is the turnover', () => {
  it('where a met condition stays met though a bet is corrected', async () => {
    const condition = turnover({ multiplePercent: 200, maxCashOut: 10, mayForfeit: false })
    const { member, id } = await withBonus(condition, 'SEXYGAME', 'PG')
    await transfer(app, member, 'WALLET', 'SEXYGAME', 40)
    await play(app, member, 'SEXYGAME', { stake: 40, win: 0 })
    await refresh(app, member)
    app.clock.advance(10)
    const bet = betOf(member, { stake: 150, settledAt: now() })
    await report(app, 'PG', [bet])
    const taken = { status: 'corrected' as const, corrects: bet.id }
    await report(app, 'PG', [betOf(member, { ...taken, stake: 100, win: 0, settledAt: now(1) })])
    await report(app, 'PG', [betOf(member, { ...taken, stake: 10, win: 0, settledAt: now(2) })])
    expect((await bonusesOf(app, member))[0]).toMatchObject({ state: 'ACTIVE', turnover: 120 })
    const { turnover: sum, earlier, bets } = await shownBy(member, id)
    expect({ sum, earlier, added: bets.map(({ added }) => added) }).toEqual({
      sum: 120,
      earlier: 0,
      added: [0, -30, 150],
    })
  })

  it('at a provider that reports no bets, with what was lost before', async () => {
    const code = await make.bonus({ condition: turnover({ weights: {} }), maxTotal: 1000 })
    const member = await player(app, 100, 'SEXYGAME')
    await transfer(app, member, 'WALLET', 'SEXYGAME', 100)
    await play(app, member, 'SEXYGAME', { stake: 30, win: 0 })
    await refresh(app, member)
    const { body } = await activate(app, member, code)
    // Read after the credit only.
    await play(app, member, 'SEXYGAME', { stake: 20, win: 0 })
    await deposit(app, member, 100)
    await expect.poll(async () => (await check(app, member)).bonus?.progress).toMatchObject({ total: 170 })
    await play(app, member, 'SEXYGAME', { stake: 10, win: 0 })
    await refresh(app, member)
    app.clock.advance(49 * 3600)
    await app.context.ledger.seal()
    await catchUp(app)
    const { turnover: sum, earlier, bets } = await shownBy(member, body._id)
    expect({ sum, earlier }).toEqual({ sum: 10, earlier: 0 })
    expect(bets.map(({ stake, added, own }) => [stake, added, own]).sort()).toEqual([
      [10, 10, 'none'],
      [20, 0, 'all'],
      [30, 0, 'all'],
    ])
  })

  const stake = fc.integer({ min: 1, max: 5_000 }).map((minor) => minor / 100)
  const round = fc.record({
    stake,
    win: fc.constantFrom(0, 0, 0.5, 1, 3),
    product: fc.constantFrom('slot', 'sport', 'live', 'lotto'),
    status: fc.constantFrom('settled' as const, 'settled' as const, 'void' as const),
    /** Part of the stake that its provider says was at risk. */
    valid: fc.constantFrom(undefined, undefined, 0.5),
    placed: fc.constantFrom('unsaid', 'before', 'after'),
  })
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('bet' as const), round }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('correct' as const), of: fc.nat(), round }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('bonus' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
    // Of money that is on a bet at the credit, or after it; its report says it or does not.
    { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), stake }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('end' as const), win: fc.constantFrom(0, 40, 90, null) }),
    },
  )
  type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never

  const codes = { low: '', high: '' }
  beforeAll(async () => {
    const often = { credit: free(60), maxReceived: 1000, maxTotal: 9_999_999 }
    codes.low = await make.bonus({ ...often, condition: turnover({ multiplePercent: 150 }) })
    codes.high = await make.bonus({ ...often, condition: turnover() })
  })

  async function live(steps: readonly Step[]): Promise<void> {
    const member = await player(app, 200, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 200)
    const known: string[] = []
    const seen: string[] = []
    const opened: string[] = []
    let creditedAt = app.clock.now()
    for (const [at, given] of steps.entries()) {
      app.clock.advance(2)
      switch (given.do) {
        case 'bet':
        case 'correct': {
          const { win, valid, placed, ...bet } = given.round
          const isCorrection = given.do === 'correct'
          if (isCorrection && known.length === 0) break
          const corrects = isCorrection ? known[given.of % known.length] : undefined
          const reported = betOf(member, {
            ...bet,
            win: Math.round(bet.stake * win * 100) / 100,
            settledAt: now(),
            ...(valid !== undefined && { validStake: Math.round(bet.stake * valid * 100) / 100 }),
            ...(placed !== 'unsaid' &&
              !isCorrection && {
                placedAt: addSeconds(creditedAt, placed === 'before' ? -5 : 1).toISOString(),
              }),
            ...(corrects !== undefined && { status: 'corrected' as const, corrects }),
          })
          const [status] = await report(app, 'PG', [reported])
          expect(status).toBe(200)
          if (!isCorrection) known.push(reported.id)
          break
        }
        case 'open': {
          opened.push(await app.sandbox.openBet('PG', usernameOf(member.id), { stake: given.stake }))
          await refresh(app, member)
          break
        }
        case 'end': {
          const bet = opened.shift()
          if (bet === undefined) break
          const { win } = given
          await app.sandbox.endBet('PG', bet, win === null ? { status: 'void' } : { status: 'settled', win })
          await catchUp(app)
          break
        }
        case 'bonus': {
          const { body, status } = await activate(app, member, at % 2 === 0 ? codes.low : codes.high)
          if (status !== 200) break
          seen.push(body._id)
          creditedAt = (await findOpen(app.context.db, member.id))?.creditedAt ?? creditedAt
          break
        }
        case 'clear':
          await clear(app, member)
      }
      await sweepBonuses(app.context)
      for (const id of seen) {
        const { turnover, earlier, bets, total } = await shownBy(member, id)
        const sum = bets.reduce((all, { added }) => all + Math.round(added * 100), 0)
        expect({ sum, earlier, rows: bets.length }).toEqual({
          sum: Math.round(turnover * 100),
          earlier: 0,
          rows: total,
        })
      }
      const open = (await check(app, member)).bonus
      if (open?.progress) {
        expect((await shownBy(member, open._id)).turnover).toBe(open.progress.current)
      }
    }
  }

  const runs = byDepth({ usual: 15, deep: 1000 })
  const seed = Number(process.env.COUNTED_SEED ?? randomInt(2 ** 31))
  it(`after each step of ${runs} random lives (seed ${seed})`, {
    timeout: 60_000 + runs * 4000,
  }, async () => {
    for (const [i, steps] of fc
      .sample(fc.array(step, { minLength: 4, maxLength: 14 }), { numRuns: runs, seed })
      .entries()) {
      await live([{ do: 'open', stake: 15 }, { do: 'bonus' }, ...steps]).catch((error) => {
        throw new Error(`COUNTED_SEED=${seed}, life ${i}: ${JSON.stringify(steps)}`, { cause: error })
      })
    }
  })
})

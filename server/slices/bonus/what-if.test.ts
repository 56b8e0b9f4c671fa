import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSeconds } from '../../platform/clock.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { campaignPeople, testContent } from '../campaign/testing.ts'
import { type Life, replay, type Tried } from './replay.ts'
import { bet, deposit } from './testing.ts'

/** What a content would have done to last month's members (rules.md §7.4). */

const tried: Tried = {
  terms: {
    mode: 'turnover',
    multiplePercent: 500,
    weights: { sport: 50 },
    otherWeight: 100,
    basis: 'credit',
    percentFail: 5,
    maxCashOutMinor: null,
    mayForfeit: true,
    days: 30,
  },
  byDeposit: { minDepositMinor: 10_000, percent: 100, maxBonusMinor: 20_000 },
  amountMinor: 20_000,
  budgetMinor: null,
  uses: null,
  usesPerDay: null,
  leastFloorMinor: 500,
  until: new Date('2026-11-01T00:00:00+07:00'),
}
const life = (bets: [string, number, number, string?][], deposits: [string, number][]): Life => ({
  bets: bets.map(([day, stakeMinor, winMinor, product = 'slot']) => ({ day, stakeMinor, winMinor, product })),
  deposits: deposits.map(([day, amountMinor]) => ({ day, amountMinor })),
})
const replayOf = (given: Life, change: Partial<Tried> = {}) => replay([given], { ...tried, ...change })

describe('a month replayed', () => {
  const paid: [string, number][] = [
    ['2026-10-05', 9_999],
    ['2026-10-06', 10_000],
  ]
  test.each<[string, Life, Partial<Tried>, object]>([
    ['no deposit that is large enough', life([], [['2026-10-05', 9_999]]), {}, { members: 0, givenMinor: 0 }],
    ['no bet after it: open', life([], paid), {}, { members: 1, met: 0, failed: 0, givenMinor: 10_000 }],
    [
      'bets from before the deposit do not count',
      life([['2026-10-05', 100_000, 100_000]], paid),
      {},
      { members: 1, met: 0, failed: 0 },
    ],
    [
      'turnover reached: what is beyond own money is kept',
      life(
        [
          ['2026-10-06', 60_000, 60_000],
          ['2026-10-07', 40_000, 45_000],
        ],
        paid,
      ),
      {},
      { met: 1, failed: 0, keptMinor: 15_000 },
    ],
    [
      'by the weight of the product it is not',
      life([['2026-10-06', 100_000, 100_000, 'sport']], paid),
      {},
      { met: 0, failed: 0 },
    ],
    [
      'a maximum cuts what is kept',
      life([['2026-10-06', 100_000, 145_000]], paid),
      { terms: { ...tried.terms, maxCashOutMinor: 20_000 } },
      { met: 1, keptMinor: 20_000 },
    ],
    ['all lost: failed', life([['2026-10-06', 20_000, 0]], paid), {}, { met: 0, failed: 1, keptMinor: 0 }],
    [
      'lost down to the floor: failed, and the rest is kept',
      life([['2026-10-06', 19_500, 0]], paid),
      {},
      { met: 0, failed: 1, keptMinor: 500 },
    ],
    [
      'its days are over: failed, and later bets do not count',
      life([['2026-10-20', 200_000, 200_000]], paid),
      { terms: { ...tried.terms, days: 3 } },
      { met: 0, failed: 1 },
    ],
    [
      'free credit comes on the first day of play',
      life([['2026-10-02', 100_000, 100_000]], []),
      { byDeposit: null },
      { members: 1, met: 1, givenMinor: 20_000, keptMinor: 20_000 },
    ],
  ])('%s', (_what, given, change, expected) => {
    expect(replayOf(given, change)).toMatchObject(expected)
  })

  test('budget, uses and uses of a day go to the earliest', () => {
    const lives = ['2026-10-03', '2026-10-02', '2026-10-02'].map((day) => life([[day, 1, 1]], []))
    const freely = { ...tried, byDeposit: null }
    expect(replay(lives, { ...freely, budgetMinor: 59_999 })).toMatchObject({
      members: 2,
      givenMinor: 40_000,
    })
    expect(replay(lives, { ...freely, uses: 1 })).toMatchObject({ members: 1 })
    expect(replay(lives, { ...freely, usesPerDay: 1 })).toMatchObject({ members: 2 })
  })
})

describe('by the console', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  test('a bonus and a code are tried against what was deposited and bet, without any trace', async () => {
    const [winner, loser] = [await app.registerMember(), await app.registerMember()]
    for (const member of [winner, loser]) await deposit(app, member, 100)
    app.clock.advance(86_400)
    const yesterday = addSeconds(app.clock.now(), -3_600)
    await bet(app, winner, 100, { win: 400, settledAt: yesterday })
    await bet(app, loser, 120, { settledAt: yesterday })
    app.clock.advance(86_400)
    const { author } = await campaignPeople(app)
    const ask = async (kind: 'bonus' | 'promotion') =>
      (
        await app.call('POST /api/console/campaigns/:kind/:code/what-if', {
          token: author.token,
          params: { kind, code: 'TRY' },
          body: { content: testContent[kind] },
        })
      ).body
    expect(await ask('bonus')).toMatchObject({ members: 2, met: 1, failed: 1, open: 0, given: 40, kept: 320 })
    expect(await ask('promotion')).toMatchObject({ members: 2, met: 1, failed: 1, given: 100 })
    expect(await app.database.query('select 1 from member_bonuses')).toEqual([])
  })
})

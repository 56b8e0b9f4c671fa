import { describe, expect, it } from 'vitest'
import { inEachLanguage } from '../../languages.ts'
import type { Condition, ContentOf, Prize, WheelSlice } from './content.ts'
import { type CostFacts, type Exposure, exposureOf } from './cost.ts'

const words = inEachLanguage(() => 'a')
const condition: Condition = {
  mode: 'balance',
  percentSuccess: 200,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}
const bonus: ContentOf<'bonus'> = {
  kind: 'bonus',
  currency: 'THB',
  title: words,
  description: words,
  banners: [],
  type: 'limit',
  maxReceived: 1,
  credit: { kind: 'deposit', minDeposit: 100, percent: 20, maxBonus: 500 },
  budget: 50_000,
  maxTotal: 50,
  condition,
}
const free = (amount: number) => ({ kind: 'free' as const, amount })
const promotion: ContentOf<'promotion'> = {
  kind: 'promotion',
  currency: 'THB',
  title: words,
  description: words,
  amount: 50_000,
  uses: 10_000,
  usesPerDay: null,
  condition,
}
const ofLoss = {
  currency: 'THB' as const,
  percent: 5,
  min: 1,
  max: 1000,
  banners: [],
  info: words,
  condition,
}

const facts: CostFacts = {
  coinPrice: 100,
  bonuses: [
    { code: 'DAILY10', most: 300, budget: null },
    { code: 'HELLO50', most: 50, budget: 20_000 },
  ],
}

describe('the most that a campaign may cost', () => {
  it.each<[string, Parameters<typeof exposureOf>[0], Omit<Exposure, 'spin'>]>([
    ['a bonus: its budget', bonus, { inAll: 50_000, member: { amount: 500, per: 'once' } }],
    [
      'one that is had several times, without a budget',
      { ...bonus, budget: null, maxReceived: 3 },
      { inAll: null, member: { amount: 1500, per: 'once' } },
    ],
    [
      'one of a day',
      { ...bonus, type: 'day', maxReceived: 2, credit: free(50) },
      { inAll: 50_000, member: { amount: 100, per: 'day' } },
    ],
    [
      'one of a week',
      { ...bonus, type: 'week', credit: free(0.1), maxReceived: 3 },
      { inAll: 50_000, member: { amount: 0.3, per: 'week' } },
    ],
    ['a code: amount and uses', promotion, { inAll: 500_000_000, member: { amount: 50_000, per: 'once' } }],
    ['cashback', { kind: 'refund', ...ofLoss }, { inAll: null, member: { amount: 1000, per: 'day' } }],
    ['invite money', { kind: 'invite', ...ofLoss }, { inAll: null, member: { amount: 1000, per: 'friend' } }],
    [
      'numbers that are not typed in yet',
      { ...promotion, amount: Number.NaN, uses: Number.NaN },
      { inAll: 0, member: { amount: 0, per: 'once' } },
    ],
  ])('%s', (_what, content, expected) =>
    expect(exposureOf(content, facts)).toEqual({ ...expected, spin: null }),
  )
})

const credit = (amount: number): Prize => ({ kind: 'CREDIT', amount, condition })
const coins = (count: number): Prize => ({ kind: 'COIN', coins: count })
const of = (code: string): Prize => ({ kind: 'BONUS', code })
const none: Prize = { kind: 'NONE' }
const item: Prize = { kind: 'ITEM' }
const lamp = (value: number): Prize => ({ kind: 'ITEM', value })
type Slice = [weight: number, prize: Prize, stock?: number]
/** The first slice is the fallback. */
const wheelOf = (...slices: Slice[]): ContentOf<'wheel'> => ({
  kind: 'wheel',
  currency: 'THB',
  name: words,
  description: words,
  slices: slices.map(
    ([weight, prize, stock = null], at): WheelSlice => ({
      ...{ code: `S${at}`, label: words, bgColor: '#000000', textColor: '#ffffff', htmlDescription: words },
      ...{ weight, stock, prize },
    }),
  ),
  fallback: 'S0',
  couponDays: 30,
})

/** The wheel of the demo: a coin brings ฿11.50 and a third of another spin, and 4 in 100 the bonus. */
const demo = (bonusCode: string): Slice[] => [
  ...([
    [40, none],
    [25, credit(10)],
    [15, coins(1)],
    [8, credit(50)],
    [6, coins(3)],
  ] satisfies Slice[]),
  ...([
    [4, of(bonusCode)],
    [1, credit(500), 20],
    [1, item, 10],
  ] satisfies Slice[]),
]

describe('what a spin costs on average', () => {
  it.each<[string, Slice[], number | null, number | null]>([
    // slices → cost, per cent of a coin's price
    ['nothing', [[1, none]], 0, 0],
    [
      'a half of ten baht',
      [
        [1, none],
        [1, credit(10)],
      ],
      5,
      5,
    ],
    [
      'by the weights',
      [
        [1, none],
        [3, credit(10)],
      ],
      7.5,
      7.5,
    ],
    ['the demo’s wheel, its bonus unknown', demo('GONE'), 17.16, 17.16],
    ['and with the most of its bonus', demo('DAILY10'), 35.07, 35.07],
    [
      'a bonus at its most',
      [
        [1, none],
        [1, of('HELLO50')],
      ],
      25,
      25,
    ],
    [
      'what is handed out, without a value',
      [
        [1, none],
        [1, item],
      ],
      0,
      0,
    ],
    [
      'and with one',
      [
        [1, none],
        [1, lamp(80)],
      ],
      40,
      40,
    ],
    [
      'every other spin is free',
      [
        [1, credit(10)],
        [1, coins(1)],
      ],
      10,
      10,
    ],
    [
      'six coins for ten spins',
      [
        [7, credit(10)],
        [3, coins(2)],
      ],
      17.5,
      17.5,
    ],
    [
      'three coins for four spins',
      [
        [1, none],
        [1, coins(2)],
        [1, coins(1)],
        [1, credit(1)],
      ],
      1,
      1,
    ],
    [
      'spins without end',
      [
        [1, credit(1)],
        [1, coins(2)],
      ],
      null,
      null,
    ],
    [
      'coins without end and nothing else',
      [
        [1, none],
        [9, coins(5)],
      ],
      0,
      0,
    ],
    [
      'a stock counts in full',
      [
        [1, none],
        [1, credit(10), 1],
      ],
      5,
      5,
    ],
    [
      'a stock of none is the fallback',
      [
        [1, none],
        [1, credit(10), 0],
      ],
      0,
      0,
    ],
    [
      'a dear fallback takes the place of a used-up stock',
      [
        [1, credit(100_000)],
        [999_999, none, 1],
      ],
      100_000,
      100_000,
    ],
    [
      'also of a cheaper prize',
      [
        [1, credit(100)],
        [1, credit(10), 5],
      ],
      100,
      100,
    ],
    [
      'of coins where they are worth less',
      [
        [1, credit(10)],
        [1, coins(1), 5],
      ],
      10,
      10,
    ],
    [
      'not of coins that are worth more',
      [
        [1, none],
        [1, credit(10)],
        [2, coins(1), 5],
      ],
      5,
      5,
    ],
    [
      'which they may be once the others are dear',
      [
        [1, credit(1)],
        [1, credit(100)],
        [2, coins(1), 5],
      ],
      50.5,
      50.5,
    ],
    [
      'weights that are not typed in yet',
      [
        [Number.NaN, none],
        [1, credit(10)],
      ],
      10,
      10,
    ],
    ['no weight at all', [[Number.NaN, none]], 0, 0],
  ])('%s', (_what, slices, cost, percent) => {
    expect(exposureOf(wheelOf(...slices), facts).spin).toEqual({ cost, percent })
  })

  it('is in per cent of the price of a coin; of none where deposits bring no coins', () => {
    const wheel = wheelOf([1, none], [1, credit(10)])
    expect(exposureOf(wheel, { ...facts, coinPrice: 300 }).spin).toEqual({ cost: 5, percent: 1.67 })
    expect(exposureOf(wheel, { ...facts, coinPrice: 0 }).spin).toEqual({ cost: 5, percent: null })
  })
})

describe('the most that a wheel may cost', () => {
  it.each<[string, Slice[], Omit<Exposure, 'spin'>]>([
    [
      'no money',
      [
        [1, none],
        [1, coins(1)],
      ],
      { inAll: 0, member: null },
    ],
    [
      'without end',
      [
        [1, none],
        [1, credit(10)],
      ],
      { inAll: null, member: { amount: 10, per: 'spin' } },
    ],
    [
      'by its stocks',
      [
        [1, none],
        [1, credit(10), 20],
        [1, credit(500), 2],
        [1, item],
        [1, lamp(10), 5],
      ],
      { inAll: 1250, member: { amount: 500, per: 'spin' } },
    ],
    [
      'by the budget of a bonus',
      [
        [1, none],
        [1, of('HELLO50')],
      ],
      { inAll: 20_000, member: { amount: 50, per: 'spin' } },
    ],
    [
      'or its stock',
      [
        [1, none],
        [1, of('HELLO50'), 3],
      ],
      { inAll: 150, member: { amount: 50, per: 'spin' } },
    ],
    [
      'a bonus without either',
      [
        [1, none],
        [1, of('DAILY10')],
      ],
      { inAll: null, member: { amount: 300, per: 'spin' } },
    ],
  ])('%s', (_what, slices, expected) => expect(exposureOf(wheelOf(...slices), facts)).toMatchObject(expected))
})

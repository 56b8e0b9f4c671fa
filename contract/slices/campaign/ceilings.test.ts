import { expect, it } from 'vitest'
import { inEachLanguage } from '../../languages.ts'
import { type Ceilings, ceilingProblems } from './ceilings.ts'
import type { CampaignContent, Condition, ContentOf, Prize } from './content.ts'

const words = inEachLanguage(() => 'a')
const condition: Condition = {
  mode: 'balance',
  percentSuccess: 200,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}
const failing = (percentFail: number): Condition => ({ ...condition, percentFail })
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
const byDeposit = (minDeposit: number, percent: number, maxBonus: number) => ({
  kind: 'deposit' as const,
  minDeposit,
  percent,
  maxBonus,
})
const promotion: ContentOf<'promotion'> = {
  kind: 'promotion',
  currency: 'THB',
  title: words,
  description: words,
  amount: 50,
  uses: 100,
  usesPerDay: null,
  condition,
}
const refund: ContentOf<'refund'> = {
  ...{ kind: 'refund', currency: 'THB', percent: 5, min: 1, max: 1000, banners: [], info: words, condition },
}
const wheel = (prize: Prize, weight = 1): ContentOf<'wheel'> => ({
  kind: 'wheel',
  currency: 'THB',
  name: words,
  description: words,
  slices: [
    { prize: { kind: 'NONE' as const }, weight: 99 },
    { prize, weight },
  ].map((slice, at) => ({
    ...{ code: `S${at}`, label: words, bgColor: '#000000', textColor: '#ffffff', htmlDescription: words },
    ...{ stock: null, ...slice },
  })),
  fallback: 'S0',
  couponDays: 30,
})
const credit = (amount: number, of: Condition = condition): Prize => ({
  kind: 'CREDIT',
  amount,
  condition: of,
})

const ceilings: Ceilings = {
  credit: 10_000,
  budget: 1_000_000,
  spinPercent: 60,
  coinPrice: 100,
  leastFloor: 5,
  bonuses: [{ code: 'HELLO50', most: 50, budget: 20_000 }],
}
const problemsIn = (content: CampaignContent, house = ceilings) =>
  ceilingProblems(content, house).map(({ field, problem, bound }) => `${field} ${problem} ${bound}`)

it.each<[string, CampaignContent, string[]]>([
  ['a bonus', bonus, []],
  ['its most at the ceiling', { ...bonus, credit: byDeposit(100, 20, 10_000) }, []],
  [
    'its most above it',
    { ...bonus, credit: byDeposit(100, 20, 10_000.01) },
    ['content/credit/maxBonus ABOVE_CREDIT 10000'],
  ],
  ['its budget at the ceiling', { ...bonus, budget: 1_000_000 }, []],
  ['its budget above it', { ...bonus, budget: 1_000_000.01 }, ['content/budget ABOVE_BUDGET 1000000']],
  ['no budget where a deposit comes with each', { ...bonus, budget: null }, []],
  [
    'no budget for free credit',
    { ...bonus, credit: free(50), budget: null },
    ['content/budget NO_BUDGET 1000000'],
  ],
  [
    'free credit above the ceiling',
    { ...bonus, credit: free(50_000) },
    ['content/credit/amount ABOVE_CREDIT 10000'],
  ],
  ['a code', promotion, []],
  ['its uses at the ceiling', { ...promotion, uses: 20_000 }, []],
  ['one use more', { ...promotion, uses: 20_001 }, ['content/uses ABOVE_BUDGET 1000000']],
  [
    'a code of ฿50,000, ten thousand times',
    { ...promotion, amount: 50_000, uses: 10_000 },
    ['content/amount ABOVE_CREDIT 10000', 'content/uses ABOVE_BUDGET 1000000'],
  ],
  ['cashback', refund, []],
  ['a day of it above the ceiling', { ...refund, max: 10_001 }, ['content/max ABOVE_CREDIT 10000']],
  ['a wheel', wheel(credit(500)), []],
  ['a spin at the ceiling', wheel(credit(100), 148.5), []],
  ['a spin above it', wheel(credit(100), 149), ['content/slices SPIN_COST 60']],
  ['a spin that always gives a bonus below it', wheel({ kind: 'BONUS', code: 'HELLO50' }, 1_000_000), []],
  [
    'a prize above the ceiling',
    wheel(credit(100_000), 0.01),
    ['content/slices/1/prize/amount ABOVE_CREDIT 10000'],
  ],
  ['numbers that are not typed in yet', { ...promotion, amount: Number.NaN, uses: Number.NaN }, []],
])('%s', (_what, content, expected) => expect(problemsIn(content)).toEqual(expected))

it('a bonus that a slice gives counts at its most', () => {
  const house = { ...ceilings, bonuses: [{ code: 'HELLO50', most: 500, budget: null }] }
  expect(problemsIn(wheel({ kind: 'BONUS', code: 'HELLO50' }, 99), house)).toEqual([
    'content/slices SPIN_COST 60',
  ])
})

it('spins without end are refused, whatever the ceiling is', () => {
  const endless = wheel({ kind: 'COIN', coins: 2 }, 99)
  const prize = {
    ...endless,
    slices: endless.slices.map((slice) => (slice.code === 'S0' ? { ...slice, prize: credit(10) } : slice)),
  }
  expect(problemsIn(prize, { ...ceilings, spinPercent: 1000, coinPrice: 0 })).toEqual([
    'content/slices SPIN_COST 1000',
  ])
})

// A condition that fails as soon as it is read is none: the money is the member's then (rules.md §7.2).
it.each<[string, CampaignContent, string[]]>([
  ['a code of the floor', { ...promotion, amount: 5 }, ['content/amount REACHES_FLOOR 5']],
  ['a satang more', { ...promotion, amount: 5.01 }, []],
  ['free credit of the floor', { ...bonus, credit: free(5) }, ['content/credit/amount REACHES_FLOOR 5']],
  ['a prize of the floor', wheel(credit(5)), ['content/slices/1/prize/amount REACHES_FLOOR 5']],
  ['a code that may be lost by half', { ...promotion, condition: failing(50) }, []],
  [
    'less than half',
    { ...promotion, condition: failing(50.01) },
    ['content/condition/percentFail ABOVE_MAX 50'],
  ],
  [
    'a prize of which nearly nothing is lost',
    wheel(credit(50, failing(99.99))),
    ['content/slices/1/prize/condition/percentFail ABOVE_MAX 50'],
  ],
  [
    'a deposit of the floor',
    { ...bonus, credit: byDeposit(5, 20, 500) },
    ['content/credit/minDeposit REACHES_FLOOR 5'],
  ],
  ['a floor below the deposit', { ...bonus, condition: failing(83.33) }, []],
  [
    'a floor of the deposit',
    { ...bonus, credit: byDeposit(100, 25, 500), condition: failing(80) },
    ['content/condition/percentFail FLOOR_ABOVE_DEPOSIT 100'],
  ],
  [
    'a floor above it',
    { ...bonus, credit: byDeposit(100, 100, 500), condition: failing(60) },
    ['content/condition/percentFail FLOOR_ABOVE_DEPOSIT 120'],
  ],
  [
    'the maximum of the bonus counts',
    { ...bonus, credit: byDeposit(1000, 100, 500), condition: failing(60) },
    [],
  ],
  ['cashback is a member’s own loss', { ...refund, condition: failing(99.99) }, []],
])('%s', (_what, content, expected) => expect(problemsIn(content)).toEqual(expected))

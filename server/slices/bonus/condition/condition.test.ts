import { percentOfUp } from '@krapao/contract/money.ts'
import { describe, expect, test } from 'vitest'
import { type Credited, evaluate, type Facts } from './condition.ts'
import { bonusOf, percentOf, type Terms, weightedStake } from './terms.ts'

/** Amounts of these tables are baht. */
const minor = (baht: number): number => Math.round(baht * 100)
const leastFloor = minor(5)
const creditedAt = Date.parse('2026-03-01T00:00:00+07:00')
const daysLater = (days: number): Date => new Date(creditedAt + days * 86_400_000)

const common = { basis: 'credit', percentFail: 5, maxCashOutMinor: null, mayForfeit: true, days: 30 } as const
const whole = { weights: {}, otherWeight: 100 }
const terms = {
  /** Deposit and bonus five times. */
  'turnover 5×': { ...common, mode: 'turnover', multiplePercent: 500, ...whole },
  'turnover 1.5×': { ...common, mode: 'turnover', multiplePercent: 150, ...whole },
  'turnover 3×, at most ฿500 of it': {
    ...common,
    mode: 'turnover',
    multiplePercent: 300,
    ...whole,
    maxCashOutMinor: minor(500),
  },
  'balance 200 %': { ...common, mode: 'balance', percentSuccess: 200 },
  'balance 200 %, at most ฿300 of it': {
    ...common,
    mode: 'balance',
    percentSuccess: 200,
    maxCashOutMinor: minor(300),
  },
  'as before, balance 200 %, floor 20 %': {
    ...common,
    basis: 'total',
    mode: 'balance',
    percentSuccess: 200,
    percentFail: 20,
  },
  'balance 150 %, floor 20 %': { ...common, mode: 'balance', percentSuccess: 150, percentFail: 20 },
} as const satisfies Record<string, Terms>

interface Case {
  terms: keyof typeof terms
  /** What the credit was made of; base: all that the member had then. */
  deposit: number
  bonus: number
  base: number
  turnover?: number
  total: number
  added?: number
  open?: number
  day?: number
  isReversed?: boolean
}

function progressOf({
  terms: name,
  deposit,
  bonus,
  base,
  turnover = 0,
  total,
  added = 0,
  open = 0,
  day = 1,
  isReversed = false,
}: Case) {
  const credited: Credited = {
    terms: terms[name],
    depositMinor: minor(deposit),
    bonusMinor: minor(bonus),
    baseMinor: minor(base),
    expiresAt: daysLater(terms[name].days),
    isReversed,
  }
  const facts: Facts = {
    turnoverMinor: minor(turnover),
    totalMinor: minor(total),
    addedMinor: minor(added),
    openMinor: minor(open),
    now: daysLater(day),
  }
  return evaluate(credited, facts, leastFloor)
}

describe('turnover: stakes are counted, not winnings', () => {
  const of = { terms: 'turnover 5×', deposit: 100, bonus: 50, base: 150 } as const
  test.each([
    // what happened, turnover, total → state, required
    ['nothing yet', 0, 150, 'running', 750],
    ['one bet won', 100, 400, 'running', 750],
    ['a satang short', 749.99, 400, 'running', 750],
    ['exactly enough', 750, 400, 'met', 750],
    ['more than enough', 2000, 10, 'met', 750],
    ['enough, and the last bet lost everything', 750, 0, 'met', 750],
    ['a large win without turnover', 10, 9000, 'running', 750],
    ['lost down to a satang above the floor', 300, 7.51, 'running', 750],
    ['lost down to the floor of 5 %', 300, 7.5, 'failed', 750],
    ['lost everything', 300, 0, 'failed', 750],
  ] as const)('%s: turnover %d, total %d → %s of %d', (_what, turnover, total, state, required) => {
    const progress = progressOf({ ...of, turnover, total })
    expect(progress).toMatchObject({
      state,
      currentMinor: minor(turnover),
      requiredMinor: minor(required),
      floorMinor: minor(7.5),
    })
  })

  test.each([
    // terms, deposit, bonus → required turnover
    ['turnover 5×', 100, 100, 1000],
    ['turnover 5×', 0, 88, 440],
    ['turnover 5×', 33.33, 16.66, 249.95],
    ['turnover 1.5×', 0, 0.01, 0.02],
    ['turnover 1.5×', 0, 33.33, 50],
    ['turnover 1.5×', 999_999_999.99, 0, 1_499_999_999.99],
    ['turnover 3×, at most ฿500 of it', 0, 50, 150],
  ] as const)('%s of a deposit of %d and a bonus of %d: %d', (name, deposit, bonus, required) => {
    const base = deposit + bonus
    expect(progressOf({ terms: name, deposit, bonus, base, total: base }).requiredMinor).toBe(minor(required))
  })

  test.each([
    // added later → required stays
    [500, 750],
    [-50, 750],
  ])('%d baht of own money later leave the requirement at %d', (added, required) => {
    expect(progressOf({ ...of, total: 150 + added, added }).requiredMinor).toBe(minor(required))
  })
})

describe('balance: what the member has in all is counted', () => {
  const of = { terms: 'balance 200 %', deposit: 100, bonus: 100, base: 200 } as const
  test.each([
    // what happened, total, added → state, required
    ['nothing yet', 200, 0, 'running', 400],
    ['a satang short', 399.99, 0, 'running', 400],
    ['doubled', 400, 0, 'met', 400],
    ['more than doubled', 1234.56, 0, 'met', 400],
    ['a deposit is no success at play', 400, 200, 'running', 600],
    ['a deposit, and then doubled', 600, 200, 'met', 600],
    ['a deposit that was taken back makes it no easier', 150, -50, 'running', 400],
    ['lost down to a satang above the floor', 10.01, 0, 'running', 400],
    ['lost down to the floor', 10, 0, 'failed', 400],
    ['lost, then a deposit that lifts the balance off the floor', 110, 100, 'running', 500],
  ] as const)('%s: total %d, added %d → %s of %d', (_what, total, added, state, required) => {
    expect(progressOf({ ...of, total, added })).toMatchObject({
      state,
      currentMinor: minor(total),
      requiredMinor: minor(required),
    })
  })

  test.each([
    // what happened, terms, deposit, bonus, base, total, added → state, required, floor
    ['10 of the wheel beside 10,000', 'balance 200 %', 0, 10, 10_010, 10_010, 0, 'running', 10_020, 5],
    ['10 won with it', 'balance 200 %', 0, 10, 10_010, 10_020, 0, 'met', 10_020, 5],
    ['a deposit bonus beside 1,000', 'balance 200 %', 100, 50, 1150, 1299.99, 0, 'running', 1300, 7.5],
    ['a deposit later', 'balance 200 %', 100, 50, 1150, 1300, 500, 'running', 1800, 7.5],
    ['own bets of before are lost', 'balance 200 %', 100, 50, 1150, 900, -400, 'met', 900, 7.5],
    ['more is lost than there was', 'balance 200 %', 100, 50, 1150, 299, -1200, 'running', 300, 7.5],
    ['half of it lost', 'balance 150 %, floor 20 %', 0, 100, 600, 300, 0, 'running', 650, 20],
    [
      'all of the own money lost, and more',
      'balance 150 %, floor 20 %',
      0,
      100,
      600,
      20,
      0,
      'failed',
      650,
      20,
    ],
    [
      'bonuses from before',
      'as before, balance 200 %, floor 20 %',
      0,
      10,
      10_010,
      2002.01,
      0,
      'running',
      20_020,
      2002,
    ],
    [
      'and their floor',
      'as before, balance 200 %, floor 20 %',
      0,
      10,
      10_010,
      2002,
      0,
      'failed',
      20_020,
      2002,
    ],
    ['and money that went', 'as before, balance 200 %, floor 20 %', 0, 10, 110, 60, -50, 'running', 220, 22],
  ] as const)(
    '%s: %s, deposit %d, bonus %d, base %d, total %d, added %d → %s of %d, floor %d',
    (_what, terms, deposit, bonus, base, total, added, state, required, floor) => {
      expect(progressOf({ terms, deposit, bonus, base, total, added })).toMatchObject({
        state,
        requiredMinor: minor(required),
        floorMinor: minor(floor),
      })
    },
  )

  test('stakes play no part', () => {
    expect(progressOf({ ...of, total: 200, turnover: 100_000 }).state).toBe('running')
  })
})

describe('the floor', () => {
  test.each([
    // terms, base → floor
    ['turnover 5×', 150, 7.5],
    ['turnover 5×', 100, 5],
    ['turnover 5×', 60, 5],
    ['turnover 5×', 0.01, 5],
    ['turnover 5×', 1999.99, 99.99],
    ['balance 150 %, floor 20 %', 200, 40],
    ['balance 150 %, floor 20 %', 25, 5],
  ] as const)('%s, base %d: %d', (name, base, floor) => {
    expect(progressOf({ terms: name, deposit: 0, bonus: base, base, total: base }).floorMinor).toBe(
      minor(floor),
    )
  })

  test.each([
    // total, open → state
    [5, 0, 'failed'],
    [5, 0.01, 'running'],
    [0, 150, 'running'],
    [0, 0, 'failed'],
  ] as const)('with %d in all and %d open: %s', (total, open, state) => {
    const of = { terms: 'turnover 5×', deposit: 50, bonus: 50, base: 100 } as const
    expect(progressOf({ ...of, total, open }).state).toBe(state)
  })
})

describe('the end of its days', () => {
  const of = { terms: 'turnover 5×', deposit: 100, bonus: 50, base: 150 } as const
  test.each([
    // day, turnover, total → state
    [0, 0, 150, 'running'],
    [29.999, 0, 150, 'running'],
    [30, 0, 150, 'expired'],
    [31, 749.99, 900, 'expired'],
    [31, 750, 900, 'met'],
    [31, 0, 2, 'failed'],
    [400, 10, 150, 'expired'],
  ] as const)('day %d, turnover %d, total %d: %s', (day, turnover, total, state) => {
    expect(progressOf({ ...of, day, turnover, total }).state).toBe(state)
  })
})

test('a bonus whose deposit was taken back is neither met nor failed, nor over', () => {
  const of = { terms: 'turnover 5×', deposit: 100, bonus: 50, base: 150, isReversed: true } as const
  for (const [day, turnover, total] of [
    [0, 0, 150],
    [1, 750, 900],
    [1, 0, 2],
    [31, 0, 150],
  ] as const) {
    expect(progressOf({ ...of, day, turnover, total }).state).toBe('reversed')
  }
})

describe('what a forfeit gives back and leaves: own money is played first', () => {
  test.each([
    // what happened, deposit, bonus, base, added, total → returned, kept
    ['not played', 100, 100, 200, 0, 200, 100, 100],
    ['won', 100, 100, 200, 0, 500, 400, 100],
    ['lost a part of the own money', 100, 100, 200, 0, 150, 100, 50],
    ['lost all of the own money', 100, 100, 200, 0, 100, 100, 0],
    ['lost some of the bonus, too', 100, 100, 200, 0, 40, 40, 0],
    ['lost everything', 100, 100, 200, 0, 0, 0, 0],
    ['free credit, won', 0, 50, 50, 0, 300, 300, 0],
    ['free credit on top of 3 baht', 0, 50, 53, 0, 53, 50, 3],
    ['a later deposit is own money', 100, 100, 200, 500, 700, 100, 600],
    ['a later deposit, and lost it', 100, 100, 200, 500, 200, 100, 100],
    ['a deposit that was taken back', 100, 100, 200, -100, 100, 100, 0],
    ['taken back more than there was', 100, 100, 200, -150, 100, 100, 0],
    ['to the satang', 33.33, 16.66, 49.99, 0, 40.01, 16.66, 23.35],
  ] as const)(
    '%s: deposit %d, bonus %d, base %d, added %d, total %d → returned %d, kept %d',
    (_what, deposit, bonus, base, added, total, returned, kept) => {
      const progress = progressOf({ terms: 'turnover 5×', deposit, bonus, base, added, total })
      expect(progress.forfeit).toEqual({ returnedMinor: minor(returned), keptMinor: minor(kept) })
    },
  )
})

describe('what is removed when a bonus with a limit of winnings finishes', () => {
  test.each([
    // terms, deposit, bonus, base, added, total → removed
    ['turnover 5×', 0, 50, 50, 0, 90_000, 0],
    ['turnover 3×, at most ฿500 of it', 0, 50, 50, 0, 400, 0],
    ['turnover 3×, at most ฿500 of it', 0, 50, 50, 0, 500, 0],
    ['turnover 3×, at most ฿500 of it', 0, 50, 50, 0, 500.01, 0.01],
    ['turnover 3×, at most ฿500 of it', 0, 50, 50, 0, 9000, 8500],
    ['turnover 3×, at most ฿500 of it', 0, 50, 50, 1000, 9000, 7500],
    ['turnover 3×, at most ฿500 of it', 200, 50, 250, 0, 600, 0],
    ['turnover 3×, at most ฿500 of it', 200, 50, 250, 0, 1000, 300],
    ['balance 200 %, at most ฿300 of it', 100, 100, 200, 0, 400, 0],
    ['balance 200 %, at most ฿300 of it', 100, 100, 200, 0, 1000, 600],
    ['balance 200 %, at most ฿300 of it', 0, 100, 100, 0, 1000, 700],
  ] as const)(
    '%s: deposit %d, bonus %d, base %d, added %d, total %d → %d',
    (name, deposit, bonus, base, added, total, removed) => {
      const progress = progressOf({ terms: name, deposit, bonus, base, added, total, turnover: 1_000_000 })
      expect(progress.removedMinor).toBe(minor(removed))
    },
  )
})

describe('amounts', () => {
  test.each([
    // amount in minor units, percent → down, up
    [10_000, 5, 500, 500],
    [1, 50, 0, 1],
    [3, 33.33, 0, 1],
    [99_999_999_999, 500, 499_999_999_995, 499_999_999_995],
    [99_999_999_999, 33.33, 33_329_999_999, 33_330_000_000],
    [0, 100, 0, 0],
    [250, 0, 0, 0],
  ])('%d at %d %%: %d down, %d up', (amount, percent, down, up) => {
    expect([percentOf(amount, percent), percentOfUp(amount, percent)]).toEqual([down, up])
  })

  test.each([
    // product, stake, weight of others → counted
    ['slot', 100, 100, 100],
    ['slot', 100, 25, 25],
    ['slot', 100, 0, 0],
    ['live', 100, 0, 10],
    ['lotto', 100, 100, 0],
    ['live', 0.09, 100, 0],
    ['toString', 100, 30, 30],
  ])('a stake at %s of %d where others weigh %d counts %d', (product, stake, otherWeight, counted) => {
    const terms = { weights: { live: 10, lotto: 0 }, otherWeight }
    expect(weightedStake({ product, stakeMinor: minor(stake) }, terms)).toBe(minor(counted))
  })
})

describe('what a deposit brings', () => {
  const credit = { minDepositMinor: 10_000, percent: 50, maxBonusMinor: 20_000 }
  test.each([
    // deposit → bonus, minor units
    [9_999, 0],
    [10_000, 5_000],
    [10_001, 5_000],
    [40_000, 20_000],
    [40_002, 20_000],
    [99_999_999_999, 20_000],
  ])('%d → %d', (deposit, bonus) => expect(bonusOf(credit, deposit)).toBe(bonus))
})

import { claimErrors } from '@krapao/contract/slices/spinwheel/claim-coupon.ts'
import { spinErrors } from '@krapao/contract/slices/spinwheel/spin.ts'
import { describe, expect, it, test } from 'vitest'
import { isCalledByWorth } from './spin-words.ts'
import en from './texts.en.json' with { type: 'json' }
import la from './texts.la.json' with { type: 'json' }
import th from './texts.th.json' with { type: 'json' }
import { shareOf } from './wheel.ts'

describe.each([
  ['th', th],
  ['la', la],
  ['en', en],
])('in %s', (_, { spin }) => {
  it.each([...spinErrors, ...claimErrors])('%s has a text under the spin error texts', (code) =>
    expect(spin.error).toHaveProperty(code),
  )
})

test.each([
  [
    [40, 60],
    ['40', '60'],
  ],
  [
    [1, 2],
    ['33.33', '66.67'],
  ],
  [
    [1, 7],
    ['12.5', '87.5'],
  ],
  [
    [0, 5],
    ['0', '100'],
  ],
  [
    [0, 0],
    ['0', '0'],
  ],
  [
    [1, 99_999],
    ['<0.01', '>99.99'],
  ],
])('weights %j are shares of %j percent', (weights, shares) => {
  const slices = weights.map((weight) => ({ weight }))
  expect(slices.map(({ weight }) => shareOf(weight, slices))).toEqual(shares)
})

test.each([
  ['1 เหรียญ', 1, true],
  ['เงินสด ฿1,000', 1000, true],
  ['฿0.50 ทันที', 0.5, true],
  ['10 เหรียญ', 1, false],
  ['สร้อยทอง', 1, false],
])('a prize is called by what it brings: %s, %d', (name, amount, is) =>
  expect(isCalledByWorth({ prize: { slice: 'P', name }, amount })).toBe(is),
)

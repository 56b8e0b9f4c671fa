import { expect, test } from 'vitest'
import { validStake } from './valid-stake.ts'

test.each([
  // product, stake, win → valid
  ['slot', 100, 0, 100],
  ['slot', 100, 100, 100],
  ['sport', 100, 0, 100],
  ['sport', 100, 190, 100],
  ['sport', 100, 99.99, 100],
  ['sport', 100, 100, 0],
  ['casino', 50, 50, 0],
  ['lotto', 20, 20, 0],
  ['sport', 0, 40, 0],
])('at %s of a stake of %d that brought %d: %d', (product, stake, win, valid) =>
  expect(validStake({ product, stakeMinor: stake * 100, winMinor: win * 100 })).toBe(valid * 100),
)

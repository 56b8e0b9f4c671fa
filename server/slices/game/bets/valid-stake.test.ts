import { expect, test } from 'vitest'
import { validStake } from './valid-stake.ts'

test.each([
  // product, status, stake, win, what the provider says → valid
  ['slot', 'settled', 100, 0, null, 100],
  ['slot', 'settled', 100, 100, null, 100],
  ['sport', 'settled', 100, 0, null, 100],
  ['sport', 'settled', 100, 190, null, 100],
  ['sport', 'settled', 100, 99.99, null, 100],
  ['sport', 'settled', 100, 100, null, 0],
  ['casino', 'settled', 50, 50, null, 0],
  ['lotto', 'settled', 20, 20, null, 0],
  ['sport', 'settled', 0, 40, null, 0],
  // What the provider says decides, but for more than the stake.
  ['sport', 'settled', 100, 100, 100, 100],
  ['sport', 'settled', 100, 60, 40, 40],
  ['slot', 'settled', 100, 0, 0, 0],
  ['sport', 'settled', 100, 0, 500, 100],
  // Nothing is at risk of a void bet, also at slots.
  ['slot', 'void', 100, 100, null, 0],
  ['sport', 'void', 100, 100, 100, 0],
] as const)(
  'at %s, %s, of a stake of %d that brought %d, said to be %s: %d',
  (product, status, stake, win, said, valid) =>
    expect(
      validStake({
        product,
        status,
        stakeMinor: stake * 100,
        winMinor: win * 100,
        validStakeMinor: said === null ? null : said * 100,
      }),
    ).toBe(valid * 100),
)

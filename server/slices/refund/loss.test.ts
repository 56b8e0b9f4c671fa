import { describe, expect, test } from 'vitest'
import { countedLoss, fromMinimum, lossOf, shareOfLoss, sumOf } from './loss.ts'

/** Amounts of these tables are baht. */
const minor = (baht: number): number => Math.round(baht * 100)

describe('what a day brings', () => {
  test.each([
    // lost, percent, min, max → share, paid at once
    [100, 5, 1, 1000, 5, 5],
    [0, 5, 1, 1000, 0, 0],
    [-100, 5, 1, 1000, 0, 0],
    [-0.01, 100, 0.01, 1000, 0, 0],
    // Rounded down to the satang.
    [0.19, 5, 0.01, 1000, 0, 0],
    [0.2, 5, 0.01, 1000, 0.01, 0.01],
    [33.33, 3, 0.01, 1000, 0.99, 0.99],
    [1999.99, 0.01, 0.01, 1000, 0.19, 0.19],
    [10, 33.33, 0.01, 1000, 3.33, 3.33],
    [0.29, 100, 0.01, 1000, 0.29, 0.29],
    // The minimum: just below, just there.
    [19.99, 5, 1, 1000, 0.99, 0],
    [20, 5, 1, 1000, 1, 1],
    // The maximum: just below, just there, far above.
    [19_999.99, 5, 1, 1000, 999.99, 999.99],
    [20_000, 5, 1, 1000, 1000, 1000],
    [999_999_999.99, 100, 1, 1000, 1000, 1000],
    [999_999_999.99, 100, 1, 999_999_999.99, 999_999_999.99, 999_999_999.99],
    [50, 10, 5, 5, 5, 5],
  ])('lost %d at %d %%, %d to %d: %d, of which %d is paid', (lost, percent, min, max, share, paid) => {
    const terms = { percent, minMinor: minor(min), maxMinor: minor(max) }
    const shareMinor = shareOfLoss(minor(lost), terms)
    expect(shareMinor).toBe(minor(share))
    expect(fromMinimum(shareMinor, terms)).toBe(minor(paid))
  })
})

describe('what counts of a day', () => {
  test.each([
    // all: stake, win; while a bonus was active: stake, win → counted loss
    [100, 20, null, 80],
    [100, 150, null, -50],
    [100, 20, [0, 0], 80],
    [100, 20, [50, 10], 40],
    // All of it.
    [100, 20, [100, 20], 0],
    // Own bets won what the bonus lost.
    [100, 60, [50, 0], -10],
    // What a bonus won is won: it lessens the loss as any win does.
    [100, 60, [20, 50], 40],
  ] as const)('staked %d, won %d, of it while a bonus was active %o: %d', (stake, win, funded, counted) => {
    const all = { stakeMinor: minor(stake), winMinor: minor(win) }
    const bonusFunded = funded && { stakeMinor: minor(funded[0]), winMinor: minor(funded[1]) }
    expect(countedLoss(all, bonusFunded)).toBe(minor(counted))
  })

  test('sums are added up', () => {
    const sums = [
      { stakeMinor: 100, winMinor: 30 },
      { stakeMinor: 5, winMinor: 0 },
    ]
    expect(sumOf(sums)).toEqual({ stakeMinor: 105, winMinor: 30 })
    expect(lossOf(sumOf([]))).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { type CarriedDay, carryOver, setAgainst } from './carry.ts'

/** Amounts of these tables are baht. */
const minor = (baht: number): number => Math.round(baht * 100)
const carried = (carried: number, loss: number, left: number): CarriedDay => ({
  carriedMinor: minor(carried),
  lossMinor: minor(loss),
  winsLeftMinor: minor(left),
})

test.each([
  // the day's loss, wins that are left → set against it, loss that brings its share, wins left
  [0, 0, 0, 0, 0],
  [100, 0, 0, 100, 0],
  [-100, 0, 0, -100, 100],
  [-100, 50, 0, -100, 150],
  [0, 50, 0, 0, 50],
  // Less than there is, all of it, more.
  [30, 50, 30, 0, 20],
  [50, 50, 50, 0, 0],
  [50.01, 50, 50, 0.01, 0],
  [80, 50, 50, 30, 0],
  [0.01, 0.02, 0.01, 0, 0.01],
  [999_999_999.99, 0.01, 0.01, 999_999_999.98, 0],
])('lost %d with %d left: %d against it, %d counts, %d left', (lost, before, against, loss, left) => {
  expect(setAgainst(minor(lost), minor(before))).toEqual(carried(against, loss, left))
})

describe('the days of a month', () => {
  test.each<[string, [day: string, lost: number][], CarriedDay[]]>([
    ['without days', [], []],
    [
      'a loss after a win',
      [
        ['2026-03-10', -1000],
        ['2026-03-11', 1000],
        ['2026-03-12', 300],
      ],
      [carried(0, -1000, 1000), carried(1000, 0, 0), carried(0, 300, 0)],
    ],
    [
      'a win after a loss takes nothing back',
      [
        ['2026-03-10', 1000],
        ['2026-03-11', -400],
        ['2026-03-12', 500],
      ],
      [carried(0, 1000, 0), carried(0, -400, 400), carried(400, 100, 0)],
    ],
    [
      'wins add up, over days without play',
      [
        ['2026-03-01', -100],
        ['2026-03-09', -50],
        ['2026-03-20', 120],
        ['2026-03-31', 50],
      ],
      [carried(0, -100, 100), carried(0, -50, 150), carried(120, 0, 30), carried(30, 20, 0)],
    ],
    [
      'a month begins with nothing',
      [
        ['2026-03-30', -100],
        ['2026-03-31', 40],
        ['2026-04-01', 50],
        ['2026-04-02', -10],
        ['2026-04-03', 30],
      ],
      [carried(0, -100, 100), carried(40, 0, 60), carried(0, 50, 0), carried(0, -10, 10), carried(10, 20, 0)],
    ],
    [
      'the same month of another year is another one',
      [
        ['2026-12-31', -100],
        ['2027-01-01', 50],
        ['2027-12-31', 50],
      ],
      [carried(0, -100, 100), carried(0, 50, 0), carried(0, 50, 0)],
    ],
  ])('%s', (_what, days, expected) => {
    expect(carryOver(days.map(([day, lost]) => ({ day, countedMinor: minor(lost) })))).toEqual(expected)
  })

  test('losses and wins are accounted for to the satang', () => {
    const lost = [-12.34, 5.01, 9.99, -0.01, 0, 3.5, -100, 250.25].map(minor)
    const days = carryOver(lost.map((countedMinor, at) => ({ day: `2026-03-0${at + 1}`, countedMinor })))
    const sum = (of: number[]) => of.reduce((all, amount) => all + amount, 0)
    const won = sum(lost.map((amount) => Math.max(0, -amount)))
    expect(sum(days.map(({ carriedMinor }) => carriedMinor)) + (days.at(-1)?.winsLeftMinor ?? 0)).toBe(won)
    for (const [at, { carriedMinor, lossMinor }] of days.entries()) {
      expect(lossMinor + carriedMinor).toBe(lost[at])
    }
  })
})

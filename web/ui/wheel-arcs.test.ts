import { describe, expect, it, test } from 'vitest'
import { arcsOf } from './wheel-arcs.ts'

const widths = (...weights: number[]) => arcsOf(weights).map(({ width }) => Math.round(width * 100) / 100)

describe('the slices of a wheel', () => {
  test.each([
    ['as wide as they are likely', [50, 25, 25], [180, 90, 90]],
    ['alike where they are equally likely', [3, 3, 3, 3, 3, 3, 3, 3], Array(8).fill(45)],
    ['never too narrow for a label', [99, 1], [342, 18]],
    ['of the rest by weight', [60, 38, 1, 1], [198.37, 125.63, 18, 18]],
    ['with those that are too narrow beside the least ones', [898, 51, 51, 1], [306, 18, 18, 18]],
    ['of the least width where the stock is used up', [3, 0, 1], [256.5, 18, 85.5]],
    ['all alike where nothing can be drawn', [0, 0, 0, 0], [90, 90, 90, 90]],
    ['all alike while nothing is typed', [Number.NaN, Number.NaN], [180, 180]],
    ['one alone is the whole wheel', [7], [360]],
  ])('are %s', (_, weights, expected) => expect(widths(...weights)).toEqual(expected))

  it('of a wheel with many fill it, and each can still be read', () => {
    const arcs = arcsOf(Array.from({ length: 24 }, (_, at) => 2 ** at))
    expect(Math.min(...arcs.map(({ width }) => width))).toBeCloseTo(12)
    expect(arcs.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(360)
  })

  it('follow each other without a gap, from the top', () => {
    let end = 0
    for (const { from, width } of arcsOf([40, 25, 15, 8, 6, 4, 1, 1])) {
      expect(from).toBeCloseTo(end)
      end = from + width
    }
    expect(end).toBeCloseTo(360)
  })
})

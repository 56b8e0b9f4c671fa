import { expect, test } from 'vitest'
import { offsetOf, stanceOf } from './tween.ts'

test('the middle card faces the viewer, in full', () => {
  expect(stanceOf(0)).toEqual({ turn: 0, depth: 0, opacity: 1, shade: 0, side: 0 })
})

test('the cards beside it are visible and turned away symmetrically', () => {
  const [left, right] = [stanceOf(-1), stanceOf(1)]
  expect(right.opacity).toBe(1)
  expect(right.side).toBe(1)
  expect(right.turn).toBeGreaterThan(0)
  expect(left).toEqual({ ...right, turn: -right.turn })
})

test('three cards are visible; cards two places away are not', () => {
  for (const offset of [-5, -2, 2, 5]) expect(stanceOf(offset).opacity).toBe(0)
})

test('the distance is counted in cards', () => {
  expect(offsetOf(0, 0, 180, 0)).toBe(0)
  expect(offsetOf(0, -180, 180, 0)).toBe(1)
  expect(offsetOf(-180, 0, 180, 0)).toBe(-1)
  expect(offsetOf(-90, -180, 180, 0)).toBe(0.5)
})

test('on an endless strip the last card is left of the first', () => {
  const round = 9 * 180
  expect(offsetOf(0, -8 * 180, 180, round)).toBe(-1)
  expect(offsetOf(-8 * 180, 0, 180, round)).toBe(1)
  expect(offsetOf(-round, 0, 180, round)).toBeCloseTo(0)
})

test('before it is measured nothing is divided by zero', () => {
  expect(offsetOf(-90, 0, 0, 0)).toBe(0)
})

import { expect, test } from 'vitest'
import { type Box, clearPlace, margin, shrinking } from './clear-place.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
})
/** The button on a window of 390 × 844, and the same with its invitation. */
const button = box(318, 716, 56, 56)
const whole = box(150, 716, 224, 56)
const row = (top: number) => box(16, top, 358, 60)
/** A list of rows from the bar to the menu. */
const list = Array.from({ length: 12 }, (_, at) => row(60 + at * 61))

test.each<[string, Box[], Box | undefined, ReturnType<typeof clearPlace>]>([
  ['nothing is there', [], whole, { lift: 0, isTight: false, isTucked: false }],
  ['the invitation is too wide', [], undefined, { lift: 0, isTight: true, isTucked: false }],
  ['beside a button', [box(16, 716, 298, 48)], whole, { lift: 56, isTight: false, isTucked: false }],
  ['above a button', [row(716)], whole, { lift: 56, isTight: false, isTucked: false }],
  ['edges may touch', [box(16, 770, 358, 40)], whole, { lift: 0, isTight: false, isTucked: false }],
  [
    'room for the button alone',
    Array.from({ length: 12 }, (_, at) => box(16, 60 + at * 61, 290, 60)),
    whole,
    { lift: 0, isTight: true, isTucked: false },
  ],
  [
    'no gap is large enough, but one is nearly',
    [box(16, 700, 358, 90), box(16, 400, 358, 270)],
    whole,
    { lift: 70, isTight: true, isTucked: true },
  ],
])('%s', (_, controls, wide, place) => {
  expect(clearPlace(controls, [], button, wide)).toEqual(place)
})

test('where it must lie on rows, it lies between their words', () => {
  const amounts = list.map(({ top }) => box(300, top + 8, 58, 22))
  const { lift, isTucked } = clearPlace(list, amounts, button, whole)
  expect(isTucked).toBe(true)
  const bottom = button.bottom - lift
  const covers = amounts.filter((one) => one.top + 4 < bottom && one.bottom - 4 > bottom - 44)
  expect(covers).toEqual([])
})

test('where it is free to choose, it leaves an amount alone', () => {
  expect(clearPlace([], [box(300, 730, 60, 20)], button, undefined).lift).toBe(42)
})

test('what has shrunk is large enough to press, and at the edge', () => {
  expect(56 * shrinking).toBeGreaterThanOrEqual(44)
  expect(button.right + margin).toBe(390)
})

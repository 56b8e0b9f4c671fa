import { expect, test } from 'vitest'
import { type Box, clearPlace } from './clear-place.ts'

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
/** Twelve of something from the bar to the menu. */
const list = (of: (top: number) => Box): Box[] => Array.from({ length: 12 }, (_, at) => of(60 + at * 61))

test.each<[string, Box[], Box | undefined, ReturnType<typeof clearPlace>]>([
  ['nothing is there', [], whole, { lift: 0, isTight: false }],
  ['the invitation is too wide', [], undefined, { lift: 0, isTight: true }],
  ['beside a button', [box(16, 716, 298, 48)], whole, { lift: 56, isTight: false }],
  ['above a button', [row(716)], whole, { lift: 56, isTight: false }],
  ['edges may touch', [box(16, 770, 358, 40)], whole, { lift: 0, isTight: false }],
  ['above an amount', [box(300, 730, 60, 20)], undefined, { lift: 42, isTight: true }],
  ['room for the button alone', list((top) => box(16, top, 290, 60)), whole, { lift: 0, isTight: true }],
  ['rows from top to bottom', list(row), whole, undefined],
  ['amounts in each row', list((top) => box(300, top + 8, 58, 22)), whole, undefined],
])('%s', (_, taken, wide, place) => {
  expect(clearPlace(taken, button, wide)).toEqual(place)
})

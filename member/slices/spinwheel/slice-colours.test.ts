import { expect, test } from 'vitest'
import { sliceColours } from './slice-colours.ts'

const slices = (...colours: string[]) => colours.map((bgColor) => ({ bgColor, textColor: '#ffffff' }))

test('slices with colours of their own keep them', () => {
  const own = ['#56547a', '#1f1b4d', '#7a4f00', '#0f6b3f']
  expect(sliceColours(slices(...own))).toEqual(own)
})

test.each([
  ['two in a row', ['#7a4f00', '#7a4f00', '#4438b4', '#0f6b3f']],
  ['the last and the first', ['#7a4f00', '#4438b4', '#0f6b3f', '#7a4f00']],
  ['an odd number of one colour', ['#7a4f00', '#7a4f00', '#7a4f00', '#7a4f00', '#7a4f00']],
  ['three', ['#4438b4', '#4438b4', '#4438b4']],
  ['two that can hardly be told apart', ['#4438b4', '#4538b4', '#0f6b3f']],
  ['black, with light letters', ['#000000', '#111111', '#000000', '#7a4f00']],
])('no two slices that touch have one colour: %s', (_, colours) => {
  const drawn = sliceColours(slices(...colours))
  for (const [at, one] of drawn.entries()) expect(one).not.toBe(drawn[(at + 1) % drawn.length])
})

test('two slices of one colour are told apart wherever they are, as in the list of prizes', () => {
  const own = ['#7a4f00', '#4438b4', '#7a4f00', '#0f6b3f', '#4438b4', '#7a4f00']
  expect(new Set(sliceColours(slices(...own))).size).toBe(own.length)
  expect(sliceColours(slices(...own)).slice(0, 2)).toEqual(own.slice(0, 2))
})

test('a shade goes away from the colour of the letters', () => {
  const [, light] = sliceColours([
    { bgColor: '#808080', textColor: '#000000' },
    { bgColor: '#808080', textColor: '#000000' },
  ])
  const [, dark] = sliceColours(slices('#808080', '#808080'))
  expect(parseInt(light?.slice(1, 3) ?? '', 16)).toBeGreaterThan(0x80)
  expect(parseInt(dark?.slice(1, 3) ?? '', 16)).toBeLessThan(0x80)
})

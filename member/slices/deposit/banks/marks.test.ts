import { expect, it } from 'vitest'
import { markedBanks, markOf } from './marks.ts'

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

it.each([...markedBanks, 'UNKNOWN'])('the short name of %s can be read on its colour', (code) => {
  const { short, ground, ink } = markOf(code)
  expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5)
  expect(short.length).toBeGreaterThan(0)
  expect(short.length).toBeLessThanOrEqual(5)
})

it('a code that is also the name of a function has no mark of its own', () =>
  expect(markOf('constructor').short).toBe('const'))

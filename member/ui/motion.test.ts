import { expect, test } from 'vitest'
import { countAt, countingTime } from './motion.ts'

test('counting begins at the old figure and ends exactly at the new one', () => {
  expect(countAt(100, 250.55, 0)).toBe(100)
  expect(countAt(100, 250.55, countingTime)).toBe(250.55)
  expect(countAt(100, 250.55, 10_000)).toBe(250.55)
})

test('counting goes in one direction and never past the new figure', () => {
  let last = 100
  for (let at = 0; at <= countingTime; at += 8) {
    const now = countAt(100, 37.01, at)
    expect(now).toBeLessThanOrEqual(last)
    expect(now).toBeGreaterThanOrEqual(37.01)
    expect(Math.round(now * 100) / 100).toBe(now)
    last = now
  }
})

test('counting takes a quarter of a second at most', () => {
  expect(countingTime).toBeLessThanOrEqual(250)
})

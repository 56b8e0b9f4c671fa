import { expect, test } from 'vitest'
import { countAt, countingTime } from './motion.ts'

test('counting begins at the old figure and ends at the new one exactly', () => {
  expect(countAt(100, 250.55, 0)).toBe(100)
  expect(countAt(100, 250.55, countingTime)).toBe(250.55)
  expect(countAt(100, 250.55, 10_000)).toBe(250.55)
})

test('it goes one way and never past the new figure', () => {
  let last = 100
  for (let at = 0; at <= countingTime; at += 8) {
    const now = countAt(100, 37.01, at)
    expect(now).toBeLessThanOrEqual(last)
    expect(now).toBeGreaterThanOrEqual(37.01)
    expect(Math.round(now * 100) / 100).toBe(now)
    last = now
  }
})

test('it takes at most a quarter of a second', () => {
  expect(countingTime).toBeLessThanOrEqual(250)
})

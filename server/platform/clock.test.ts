import { expect, test } from 'vitest'
import { readInstant, stopwatch } from './clock.ts'

test.each([
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T17:00:00.5+07:00', '2026-11-20T10:00:00.500Z'],
  ['2026-11-20T17:00:00+07', '2026-11-20T10:00:00.000Z'],
  ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T06:59:60+07:00', '2027-01-01T00:00:00.000Z'],
  ['2026-11-31T25:00:00Z', undefined],
  ['yesterday', undefined],
])('%s is the instant %s', (text, instant) => expect(readInstant(text)?.toISOString()).toBe(instant))

test('a stopwatch counts time in which the machine was suspended, which its own clock does not see', () => {
  let wall = Date.now()
  const held = stopwatch({ now: () => new Date(wall) })
  expect(held()).toBeLessThan(1)
  wall += 3_600_000
  expect(held()).toBeGreaterThanOrEqual(3600)
  // A clock on the wall that is set back makes it run no slower.
  const ahead = stopwatch({ now: () => new Date(Date.now() - held() * 1000) })
  expect(ahead()).toBeGreaterThanOrEqual(0)
})

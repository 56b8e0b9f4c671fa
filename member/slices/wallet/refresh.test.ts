import { expect, test } from 'vitest'
import { isRecent } from './refresh.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  [null, false],
  ['not a date', false],
  ['2026-03-01T11:59:51Z', true],
  ['2026-03-01T11:59:50Z', false],
  ['2026-03-01T12:00:00Z', true],
  // A clock that was set back must not stop refreshing.
  ['2026-03-01T13:00:00Z', false],
])('a refresh at %s is recent: %s', (at, expected) => {
  expect(isRecent(at, now)).toBe(expected)
})

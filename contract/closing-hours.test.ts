import { expect, test } from 'vitest'
import { isClosed } from './closing-hours.ts'

/** Times in UTC: the Bangkok day begins at 17:00 of the day before. */
test.each([
  // around the clock
  ['16:59:59', '00:00', '00:00', false],
  ['17:00:00', '00:00', '00:00', false],
  ['17:30:00', '13:00', '13:00', false],
  // within a day: 10:00 to 11:00 in Bangkok
  ['02:59:59', '10:00', '11:00', false],
  ['03:00:00', '10:00', '11:00', true],
  ['03:59:59', '10:00', '11:00', true],
  ['04:00:00', '10:00', '11:00', false],
  // past midnight: 23:00 to 01:00
  ['15:59:59', '23:00', '01:00', false],
  ['16:00:00', '23:00', '01:00', true],
  ['16:59:59', '23:00', '01:00', true],
  ['17:00:00', '23:00', '01:00', true],
  ['17:59:59', '23:00', '01:00', true],
  ['18:00:00', '23:00', '01:00', false],
  // from midnight, and until midnight
  ['16:59:59', '00:00', '02:00', false],
  ['17:00:00', '00:00', '02:00', true],
  ['19:00:00', '00:00', '02:00', false],
  ['14:59:59', '22:00', '00:00', false],
  ['15:00:00', '22:00', '00:00', true],
  ['16:59:59', '22:00', '00:00', true],
  ['17:00:00', '22:00', '00:00', false],
])('%s UTC, closed from %s until %s: %s', (time, closedFrom, closedUntil, expected) =>
  expect(isClosed({ closedFrom, closedUntil }, new Date(`2026-11-20T${time}Z`))).toBe(expected),
)

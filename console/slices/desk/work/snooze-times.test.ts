import { expect, it } from 'vitest'
import { inputTime, snoozeTimes } from './snooze-times.ts'

const day = 24 * 60

it.each([
  ['in the morning', new Date(2026, 5, 10, 10, 0), 3 * day, 'minutes hour evening tomorrow'],
  ['after the evening has begun', new Date(2026, 5, 10, 18, 0), 3 * day, 'minutes hour tomorrow'],
  ['of money that is held', new Date(2026, 5, 10, 10, 0), 60, 'minutes hour'],
  ['with a limit of half an hour', new Date(2026, 5, 10, 10, 0), 30, 'minutes'],
  ['shortly after midnight, with a limit of a day', new Date(2026, 5, 10, 0, 5), day, 'minutes hour evening'],
  ['on the last day of a year', new Date(2026, 11, 31, 20, 0), 3 * day, 'minutes hour tomorrow'],
])('%s', (_, now, minutes, expected) => {
  const times = snoozeTimes(now, minutes)
  expect(times.map(({ choice }) => choice).join(' ')).toBe(expected)
  for (const { until } of times) expect(until.getTime()).toBeGreaterThan(now.getTime())
})

it('tomorrow is at nine, also over the end of a year', () => {
  const tomorrow = snoozeTimes(new Date(2026, 11, 31, 20, 0), 3 * day).at(-1)
  expect(tomorrow?.until).toEqual(new Date(2027, 0, 1, 9, 0))
})

it('an input has the time of the device', () =>
  expect(inputTime(new Date(2026, 0, 2, 3, 4, 59))).toBe('2026-01-02T03:04'))

import { expect, it } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const day = 24 * 60
/** Bangkok's clock, whatever the device's is. */
const at = (time: string): Date => new Date(`${time}:00+07:00`)

it.each([
  ['in the morning', '2026-06-10T10:00', 3 * day, 'minutes hour evening tomorrow'],
  ['after the evening has begun', '2026-06-10T18:00', 3 * day, 'minutes hour tomorrow'],
  ['of money that is held', '2026-06-10T10:00', 60, 'minutes hour'],
  ['with a limit of half an hour', '2026-06-10T10:00', 30, 'minutes'],
  ['shortly after midnight, with a limit of a day', '2026-06-10T00:05', day, 'minutes hour evening'],
  ['on the last day of a year', '2026-12-31T20:00', 3 * day, 'minutes hour tomorrow'],
])('%s', (_, time, minutes, expected) => {
  const now = at(time)
  const times = snoozeTimes(now, minutes)
  expect(times.map(({ choice }) => choice).join(' ')).toBe(expected)
  for (const { until } of times) expect(until.getTime()).toBeGreaterThan(now.getTime())
})

it('the evening begins at six and tomorrow at nine, also over the end of a year', () => {
  expect(snoozeTimes(at('2026-12-31T10:00'), 3 * day).slice(-2)).toEqual([
    { choice: 'evening', until: at('2026-12-31T18:00') },
    { choice: 'tomorrow', until: at('2027-01-01T09:00') },
  ])
})

import { expect, it } from 'vitest'
import { dayText, readDay, readTime } from './typed-day.ts'

it.each([
  ['th', '26/11/2569'],
  ['la', '26/11/2026'],
  ['en', '26/11/2026'],
])('a day is shown in the era of the language %s, and read back from it', (language, text) => {
  expect(dayText('2026-11-26', language)).toBe(text)
  expect(readDay(text)).toBe('2026-11-26')
})

it.each([
  ['', ''],
  ['6/1/2026', '2026-01-06'],
  ['06.01.2569', '2026-01-06'],
  [' 6 1 2026 ', '2026-01-06'],
  ['06012569', '2026-01-06'],
  ['2026-01-06', '2026-01-06'],
  ['2569-01-06', '2026-01-06'],
  ['29/2/2028', '2028-02-29'],
  ['29/2/2026', undefined],
  ['31/4/2026', undefined],
  ['13/13/2026', undefined],
  ['6/1/26', undefined],
  ['6/1/202', undefined],
  ['6/1', undefined],
  ['today', undefined],
])('%j is typed for the day %j', (typed, day) => expect(readDay(typed)).toBe(day))

it.each([
  ['9:30', '09:30'],
  ['09.30', '09:30'],
  ['0930', '09:30'],
  ['23:59', '23:59'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['9', undefined],
  ['', undefined],
])('%j is typed for the time %j', (typed, time) => expect(readTime(typed)).toBe(time))

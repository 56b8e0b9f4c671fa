import { describe, expect, it } from 'vitest'
import {
  dayAfter,
  dayInShort,
  dayInWords,
  inBangkok,
  monthInShort,
  monthInWords,
  monthNames,
  timeInShort,
  today,
} from './dates.ts'

describe('dates in words', () => {
  it.each([
    ['th', '23 พฤศจิกายน 2569', 'พฤศจิกายน 2569', 'มกราคม'],
    ['la', '23 ພະຈິກ 2026', 'ພະຈິກ 2026', 'ມັງກອນ'],
    ['en', '23 November 2026', 'November 2026', 'January'],
  ])('%s', (language, day, month, first) => {
    expect(dayInWords('2026-11-23', language)).toBe(day)
    expect(monthInWords('2026-11', language)).toBe(month)
    expect(monthNames(language)).toHaveLength(12)
    expect(monthNames(language)[0]).toBe(first)
  })

  it.each([
    ['th', '3 พ.ย. 69', 'พ.ย. 2569', '4 พ.ย. 69 00:16:59'],
    ['la', '3 ພ.ຈ. 2026', 'ພ.ຈ. 2026', '4 ພ.ຈ. 2026 00:16:59'],
    ['en', '3 Nov 2026', 'Nov 2026', '4 Nov 2026 00:16:59'],
  ])('%s, in short', (language, day, month, time) => {
    expect(dayInShort('2026-11-03', language)).toBe(day)
    expect(monthInShort('2026-11', language)).toBe(month)
    expect(timeInShort('2026-11-03T17:16:59Z', language)).toBe(time)
  })

  it.each([
    ['th', 'th-TH-u-ca-buddhist'],
    ['la', 'lo-LA'],
    ['en', 'en-GB'],
  ])('the months are called as Intl calls them (%s)', (language, locale) => {
    const month = (at: number, form: 'long' | 'short') =>
      new Intl.DateTimeFormat(locale, { month: form, timeZone: 'UTC' })
        .format(new Date(Date.UTC(2026, at, 1)))
        .replace(/Sept$/, 'Sep')
    const all = Array.from({ length: 12 }, (_, at) => at)
    expect(monthNames(language)).toEqual(all.map((at) => month(at, 'long')))
    expect(
      all.map((at) => monthInShort(`2026-${String(at + 1).padStart(2, '0')}`, language).split(' ')[0]),
    ).toEqual(all.map((at) => month(at, 'short')))
  })

  it('a day begins at midnight in Bangkok, wherever the device is', () => {
    expect(inBangkok('2026-11-22T16:59:59Z')).toEqual({ day: '2026-11-22', time: '23:59:59' })
    expect(inBangkok('2026-11-22T17:00:00Z')).toEqual({ day: '2026-11-23', time: '00:00:00' })
    expect(today(new Date('2026-02-28T17:00:00Z'))).toBe('2026-03-01')
  })

  it.each([
    ['2024-02-29', 1, '2024-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %d days', (day, days, other) => expect(dayAfter(day, days)).toBe(other))
})

import { describe, expect, it } from 'vitest'
import { dayInWords, inBangkok, monthInWords, monthNames, today } from './dates.ts'

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

  it('a day begins at midnight in Bangkok, wherever the device is', () => {
    expect(inBangkok('2026-11-22T16:59:59Z')).toEqual({ day: '2026-11-22', time: '23:59:59' })
    expect(inBangkok('2026-11-22T17:00:00Z')).toEqual({ day: '2026-11-23', time: '00:00:00' })
    expect(today(new Date('2026-02-28T17:00:00Z'))).toBe('2026-03-01')
  })
})

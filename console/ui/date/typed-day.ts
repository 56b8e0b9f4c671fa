import { isDay } from '../address-checks.ts'

/**
 * A day as it is typed and shown in a field: 26/11/2569 in Thai, whose years are the Buddhist era's, else
 * 26/11/2026.
 */

const aheadBy = 543
/** Four digits alone tell the era: as years of ours, those from here on are further than anybody plans. */
const firstBuddhistYear = 2443

/** YYYY-MM-DD as the field shows it; an empty day as ''. */
export function dayText(day: string, language: string): string {
  if (day === '') return ''
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date}/${month}/${language === 'th' ? Number(year) + aheadBy : year}`
}

/**
 * What was typed, in either era and with whatever between its parts, as YYYY-MM-DD; '' of nothing, undefined:
 * no day.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  const [, isoYear, isoMonth, isoDate] = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text) ?? []
  const [, date = isoDate, month = isoMonth, typedYear = isoYear] =
    /^(\d\d?)[\s/.-]+(\d\d?)[\s/.-]+(\d{4})$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? []
  if (!date || !month || !typedYear) return undefined
  const year = Number(typedYear) < firstBuddhistYear ? typedYear : String(Number(typedYear) - aheadBy)
  const day = [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-')
  return isDay(day) ? day : undefined
}

/** A time of day that was typed, as HH:mm: "9:30", "09.30", "0930"; undefined: none. */
export function readTime(typed: string): string | undefined {
  const [, hours = '', minutes = ''] = /^(\d\d?)[:.]?(\d\d)$/.exec(typed.trim()) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}

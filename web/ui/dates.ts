/** Dates as people say them, in the era of the language: a day in Bangkok, where the member's money is counted. */

/** Names of our own, because few browsers know the months in Lao. */
const laoMonths = 'ມັງກອນ ກຸມພາ ມີນາ ເມສາ ພຶດສະພາ ມິຖຸນາ ກໍລະກົດ ສິງຫາ ກັນຍາ ຕຸລາ ພະຈິກ ທັນວາ'.split(' ')

const localeOf = (language: string): string => (language === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB')

function inWords(date: Date, language: string, parts: Intl.DateTimeFormatOptions): string {
  const options = { ...parts, timeZone: 'UTC' } as const
  if (language !== 'la') return new Intl.DateTimeFormat(localeOf(language), options).format(date)
  const words = [
    parts.day && date.getUTCDate(),
    parts.month && laoMonths[date.getUTCMonth()],
    parts.year && date.getUTCFullYear(),
  ]
  return words.filter(Boolean).join(' ')
}

/** Names of the months from January. */
export const monthNames = (language: string): string[] =>
  laoMonths.map((_, month) => inWords(new Date(Date.UTC(2000, month, 1)), language, { month: 'long' }))

/** YYYY-MM → "พฤศจิกายน 2569", "ພະຈິກ 2026", "November 2026". */
export const monthInWords = (month: string, language: string): string =>
  inWords(new Date(`${month}-01T00:00:00Z`), language, { month: 'long', year: 'numeric' })

/** YYYY-MM-DD → "23 พฤศจิกายน 2569", "23 ພະຈິກ 2026", "23 November 2026". */
export const dayInWords = (day: string, language: string): string =>
  inWords(new Date(`${day}T00:00:00Z`), language, { day: 'numeric', month: 'long', year: 'numeric' })

/** Bangkok is always that far ahead of UTC. Not Intl: see `format.ts`. */
const aheadMilliseconds = 7 * 3_600_000

/** A time in Bangkok: its day YYYY-MM-DD and HH:mm:ss. */
export function inBangkok(date: Date | string): { day: string; time: string } {
  const shifted = new Date(new Date(date).getTime() + aheadMilliseconds).toISOString()
  return { day: shifted.slice(0, 10), time: shifted.slice(11, 19) }
}

/** Today in Bangkok, YYYY-MM-DD. */
export const today = (now = new Date()): string => inBangkok(now).day

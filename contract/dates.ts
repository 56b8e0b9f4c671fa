/**
 * Dates and times as people read them, on every page and paper: in Bangkok, where the member's money is
 * counted, and in the era of the language. No dependency: the browser uses this file too. Not Intl, whose
 * first use holds up a cheap phone for about 50 ms, and which knows the months in Lao on few of them.
 */

/**
 * Names of the months from January: whole, and short as beside a time. A language without them has the
 * English ones.
 */
const months: Record<string, { long: string[]; short: string[] }> = {
  th: {
    long: 'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม'.split(' '),
    short: 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' '),
  },
  la: {
    long: 'ມັງກອນ ກຸມພາ ມີນາ ເມສາ ພຶດສະພາ ມິຖຸນາ ກໍລະກົດ ສິງຫາ ກັນຍາ ຕຸລາ ພະຈິກ ທັນວາ'.split(' '),
    short: 'ມ.ກ. ກ.ພ. ມ.ນ. ມ.ສ. ພ.ພ. ມິ.ຖ. ກ.ລ. ສ.ຫ. ກ.ຍ. ຕ.ລ. ພ.ຈ. ທ.ວ.'.split(' '),
  },
  en: {
    long: 'January February March April May June July August September October November December'.split(' '),
    short: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  },
}

const namesIn = (language: string) => months[language] ?? (months.en as { long: string[]; short: string[] })

/** Thailand counts from 543 years before, and leaves out the century where there is little room. */
const yearIn = (year: number, language: string): string => String(language === 'th' ? year + 543 : year)
const shortYear = (year: number, language: string): string =>
  language === 'th' ? yearIn(year, language).slice(-2) : yearIn(year, language)

const partsOf = (day: string): [year: number, month: number, date: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month, date]
}

export const monthNames = (language: string): string[] => namesIn(language).long

/** YYYY-MM → "พฤศจิกายน 2569", "ພະຈິກ 2026", "November 2026". */
export function monthInWords(month: string, language: string): string {
  const [year, at] = partsOf(month)
  return `${namesIn(language).long[at - 1]} ${yearIn(year, language)}`
}

/** YYYY-MM → "พ.ย. 2569", "ພ.ຈ. 2026", "Nov 2026". */
export function monthInShort(month: string, language: string): string {
  const [year, at] = partsOf(month)
  return `${namesIn(language).short[at - 1]} ${yearIn(year, language)}`
}

/** YYYY-MM-DD → "23 พฤศจิกายน 2569", "23 ພະຈິກ 2026", "23 November 2026". */
export const dayInWords = (day: string, language: string): string =>
  `${partsOf(day)[2]} ${monthInWords(day.slice(0, 7), language)}`

/** YYYY-MM-DD → "23 พ.ย. 69", "23 ພ.ຈ. 2026", "23 Nov 2026". */
export function dayInShort(day: string, language: string): string {
  const [year, month, date] = partsOf(day)
  return `${date} ${namesIn(language).short[month - 1]} ${shortYear(year, language)}`
}

/** Bangkok is always that far ahead of UTC. */
const aheadMilliseconds = 7 * 3_600_000

/** A time in Bangkok: its day YYYY-MM-DD and HH:mm:ss. */
export function inBangkok(date: Date | string): { day: string; time: string } {
  const shifted = new Date(new Date(date).getTime() + aheadMilliseconds).toISOString()
  return { day: shifted.slice(0, 10), time: shifted.slice(11, 19) }
}

/** Today in Bangkok, YYYY-MM-DD. */
export const today = (now = new Date()): string => inBangkok(now).day

/** The day after a day, or one so many days from it; both YYYY-MM-DD. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** A time → "23 พ.ย. 69 17:16:59", "23 ພ.ຈ. 2026 17:16:59", "23 Nov 2026 17:16:59". */
export function timeInShort(date: Date | string, language: string): string {
  const { day, time } = inBangkok(date)
  return `${dayInShort(day, language)} ${time}`
}

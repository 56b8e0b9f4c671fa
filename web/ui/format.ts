import { dayInShort, inBangkok, timeInShort } from '@krapao/contract/dates.ts'
import { assets, type Currency, formatAmount, grouped, shownAmount } from '@krapao/contract/money.ts'
import { i18n } from '../i18n/i18n.ts'

/**
 * The format of figures, dates and account numbers (product.md §9). Figures are the same in every language;
 * times are those of Bangkok, in the era of the current language (`contract/dates.ts`).
 */

/**
 * A count, or a wire amount for a sentence with the name of its unit: "1", "1,000", "0.50".
 * @param currency that of an amount; kip have no decimals
 */
export function formatFigure(amount: number, currency?: Currency): string {
  const shown = currency ? shownAmount(amount, currency) : amount
  return grouped(Number.isInteger(shown) ? String(shown) : shown.toFixed(2))
}

/** Wire amount with its unit → "฿1,250.00", in kip "₭1,250"; a minus comes before the unit. */
export function formatMoney(amount: number, currency: Currency): string {
  const shown = shownAmount(amount, currency)
  return `${shown < 0 ? '−' : ''}${assets[currency].sign}${formatAmount(Math.abs(shown), currency)}`
}

/**
 * What is still missing or has to be reached: as `formatMoney`, but upwards, so that whoever has it has
 * enough.
 */
export const formatNeeded = (amount: number, currency: Currency): string =>
  formatMoney(assets[currency].decimals === 0 ? Math.ceil(Math.round(amount * 100) / 100) : amount, currency)

const language = (): string => i18n.language || 'en'

/** Time → "26 พ.ย. 69 17:16:59", "26 Nov 2026 17:16:59". */
export const formatDate = (date: Date | string): string => timeInShort(date, language())

/** Time → "26 พ.ย. 69 17:16", where seconds do not matter. */
export const formatMinute = (date: Date | string): string => formatDate(date).slice(0, -3)

/** Time → "26 พ.ย. 69", where only the day matters. */
export const formatDay = (date: Date | string): string => dayInShort(inBangkok(date).day, language())

/** Time → "17:16:59"; `'minute'`: "17:16". */
export const formatClock = (date: Date | string, to: 'minute' | 'second' = 'second'): string =>
  inBangkok(date).time.slice(0, to === 'minute' ? 5 : 8)

/** Account number 3-3-rest when it has exactly ten digits, unchanged otherwise (product.md §5 Display). */
export const formatAccountNo = (accountNo: string): string =>
  /^\d{10}$/.test(accountNo)
    ? `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`
    : accountNo

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const
type Unit = (typeof units)[number][0]

/**
 * The largest whole unit since a date, `now` if less than one has passed: the caller translates
 * `ui.ago.<unit>` with `count`.
 * @param among the units that the caller has texts for; all by default
 */
export function timeAgo<U extends Unit = Unit>(
  date: Date | string,
  now: Date,
  among?: readonly U[],
): { unit: U | 'now'; count: number } {
  const passed = Math.max(0, Math.floor((now.getTime() - new Date(date).getTime()) / 1000))
  const isWanted = (unit: Unit): unit is U => !among || (among as readonly Unit[]).includes(unit)
  for (const [unit, seconds] of units) {
    if (passed >= seconds && isWanted(unit)) return { unit, count: Math.floor(passed / seconds) }
  }
  return { unit: 'now', count: 0 }
}

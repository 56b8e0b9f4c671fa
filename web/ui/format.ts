import { assets, type Currency } from '@krapao/contract/money.ts'

/** The format of figures, dates and account numbers (product.md §9), the same in every language. */
// Not Intl, whose first use holds up a cheap phone for about 50 ms: every first screen of a member shows an amount.
const grouped = (figure: string): string => figure.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** Wire amount → "1,250.00". */
export const formatAmount = (amount: number): string => grouped(amount.toFixed(2))

/** A count, or a wire amount for a sentence with the name of its unit: "1", "1,000", "0.50". */
export const formatFigure = (amount: number): string =>
  grouped(Number.isInteger(amount) ? String(amount) : amount.toFixed(2))

/** Wire amount with its unit → "฿1,250.00"; a minus comes before the unit. */
export const formatMoney = (amount: number, currency: Currency): string =>
  `${amount < 0 ? '−' : ''}${assets[currency].sign}${formatAmount(Math.abs(amount))}`

/** Date → "DD/MM/YYYY HH:mm:ss" in the device's time zone. */
export function formatDate(date: Date | string): string {
  const d = new Date(date)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(d.getDate())}/${two(d.getMonth() + 1)}/${d.getFullYear()} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`
}

/** Date → "DD/MM/YYYY HH:mm", where seconds do not matter. */
export const formatMinute = (date: Date | string): string => formatDate(date).slice(0, -3)

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
 * The largest whole unit since a date, `now` if less than one has passed: the caller translates `ui.ago.<unit>` with
 * `count`.
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

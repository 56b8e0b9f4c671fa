import { assets } from '@krapao/contract/money.ts'
import { useEffect, useState } from 'react'

/** How figures, dates and account numbers are shown; the same in every language (spec.md §9). */
const figures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export type Currency = 'THB' | 'LAK'

/** Wire amount with its unit → "฿1,250.00". */
export const formatMoney = (amount: number, currency: Currency): string =>
  `${assets[currency].sign}${figures.format(amount)}`

/** Date → "DD/MM/YYYY HH:mm:ss" in the device's time zone. */
export function formatDate(date: Date | string): string {
  const d = new Date(date)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(d.getDate())}/${two(d.getMonth() + 1)}/${d.getFullYear()} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`
}

/** Account number 3-3-rest when it has exactly ten digits, unchanged otherwise. */
export const formatAccountNo = (accountNo: string): string =>
  /^\d{10}$/.test(accountNo)
    ? `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`
    : accountNo

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** The largest whole unit since a date: the caller translates `ui.ago.<unit>` with `count`. */
export function timeAgo(date: string, now: Date): { unit: 'day' | 'hour' | 'minute' | 'now'; count: number } {
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(date).getTime()) / 1000))
  for (const [unit, size] of units) {
    if (seconds >= size) return { unit, count: Math.floor(seconds / size) }
  }
  return { unit: 'now', count: 0 }
}

/** The present, to a quarter of a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

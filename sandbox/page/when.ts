import { formatClock, formatDate, formatDay } from '@krapao/web/ui/format.ts'

/** Date and time; without the date if it is today. */
export function formatWhen(date: string): string {
  return formatDay(date) === formatDay(new Date()) ? formatClock(date) : formatDate(date)
}

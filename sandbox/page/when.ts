import { formatDate } from '@krapao/web/ui/format.ts'

/** Date and time in the device's time zone; without the date if it is today. */
export function formatWhen(date: string): string {
  const shown = formatDate(date)
  const today = formatDate(new Date()).slice(0, 10)
  return shown.startsWith(today) ? shown.slice(11) : shown
}

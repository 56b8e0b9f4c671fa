import { inBangkok } from '@krapao/contract/dates.ts'

/** Times that are typed are Bangkok's, as those that are shown, wherever the console is open. */

/** An instant as a field has it: YYYY-MM-DDTHH:mm; empty: none. */
export function toField(instant: string | null): string {
  if (instant === null) return ''
  const { day, time } = inBangkok(instant)
  return `${day}T${time.slice(0, 5)}`
}

/** What such a field holds, as an instant; null: none. */
export function fromField(value: string): string | null {
  const time = Date.parse(`${value}:00+07:00`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

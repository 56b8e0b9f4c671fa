/** Times of campaigns are Bangkok's, wherever the console is open. */

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function partsOf(instant: string): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
}

/** "DD/MM/YYYY HH:mm" in Bangkok. */
export function formatBangkok(instant: string): string {
  const { day, month, year, hour, minute } = partsOf(instant)
  return `${day}/${month}/${year} ${hour}:${minute}`
}

/** An instant as a field of the type `datetime-local` has it; empty: none. */
export function toField(instant: string | null): string {
  if (instant === null) return ''
  const { day, month, year, hour, minute } = partsOf(instant)
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/** What such a field holds, as an instant; null: none. */
export function fromField(value: string): string | null {
  const time = Date.parse(`${value}:00+07:00`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

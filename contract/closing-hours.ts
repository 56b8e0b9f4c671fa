/**
 * The hours of the day in which slips are not accepted (rules.md §5.1) or nobody answers the chat (§12.4). No
 * dependency: the browser uses this file too.
 */

/**
 * Times of the Bangkok day, HH:mm: closed from the first until before the second. If they are equal, it is
 * open around the clock.
 */
export interface ClosingHours {
  closedFrom: string
  closedUntil: string
}

/** Whether it is closed at a time; closing hours may go past midnight. */
export function isClosed({ closedFrom, closedUntil }: ClosingHours, now: Date): boolean {
  const time = bangkokTime.format(now)
  return closedFrom <= closedUntil
    ? closedFrom <= time && time < closedUntil
    : closedFrom <= time || time < closedUntil
}

const bangkokTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

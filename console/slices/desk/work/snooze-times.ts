/** The times that are offered for a snooze (rules.md §17.2), in the device's time zone. */

export type SnoozeChoice = 'minutes' | 'hour' | 'evening' | 'tomorrow' | 'chosen'

export interface SnoozeTime {
  choice: SnoozeChoice
  until: Date
}

/**
 * The offered times that are ahead and within the limit: in 15 minutes, in an hour, this evening at 18:00, tomorrow at
 * 09:00.
 * @param minutes the most that is possible
 */
export function snoozeTimes(now: Date, minutes: number): SnoozeTime[] {
  const at = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const after = (count: number) => new Date(now.getTime() + count * 60_000)
  const all: SnoozeTime[] = [
    { choice: 'minutes', until: after(15) },
    { choice: 'hour', until: after(60) },
    { choice: 'evening', until: at(0, 18) },
    { choice: 'tomorrow', until: at(1, 9) },
  ]
  return all.filter(({ until }) => until > now && until <= after(minutes))
}

/** A time in the form of an input `datetime-local`, to the minute. */
export function inputTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

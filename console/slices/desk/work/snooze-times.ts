import { dayAfter, today } from '@krapao/contract/dates.ts'

/** The times that are offered for a snooze (rules.md §17.2), in Bangkok. */

export type SnoozeChoice = 'minutes' | 'hour' | 'evening' | 'tomorrow' | 'chosen'

export interface SnoozeTime {
  choice: SnoozeChoice
  until: Date
}

/**
 * The offered times that are ahead and within the limit: in 15 minutes, in an hour, this evening at 18:00,
 * tomorrow at 09:00.
 * @param minutes the most that is possible
 */
export function snoozeTimes(now: Date, minutes: number): SnoozeTime[] {
  const at = (days: number, clock: string) => new Date(`${dayAfter(today(now), days)}T${clock}:00+07:00`)
  const after = (count: number) => new Date(now.getTime() + count * 60_000)
  const all: SnoozeTime[] = [
    { choice: 'minutes', until: after(15) },
    { choice: 'hour', until: after(60) },
    { choice: 'evening', until: at(0, '18:00') },
    { choice: 'tomorrow', until: at(1, '09:00') },
  ]
  return all.filter(({ until }) => until > now && until <= after(minutes))
}

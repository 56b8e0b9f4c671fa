import type { Clock } from '../platform/clock.ts'

/** A clock that runs on with real time from where it was last set. */
export interface TravellingClock extends Clock {
  /** Jumps ahead by a number of seconds. */
  advance(seconds: number): void
}

/** @param start where it begins; the real now when left out */
export function travellingClock(start?: Date): TravellingClock {
  let ahead = start ? start.getTime() - Date.now() : 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance(seconds) {
      ahead += seconds * 1000
    },
  }
}

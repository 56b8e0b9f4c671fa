import type { Clock } from '../platform/clock.ts'

/** A clock that a test can move forward; between the moves it runs in real time. */
export interface TravellingClock extends Clock {
  /** Moves forward by a number of seconds. */
  advance(seconds: number): void
}

/** @param start the time at the beginning; by default the real time */
export function travellingClock(start?: Date): TravellingClock {
  let ahead = start ? start.getTime() - Date.now() : 0
  return {
    now: () => new Date(Date.now() + ahead),
    movedSeconds: () => ahead / 1000,
    advance(seconds) {
      ahead += seconds * 1000
    },
  }
}

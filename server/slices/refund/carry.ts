/**
 * Wins that are carried within a calendar month (rules.md §9.1), without database, clock or network. All
 * amounts in minor units.
 */

/** A Bangkok day, YYYY-MM-DD, and its loss without bonus bets; negative: won. */
export interface CountedDay {
  day: string
  countedMinor: number
}

/** What is left of a day's loss. */
export interface CarriedDay {
  /** Wins of earlier days of the month that were set against the loss. */
  carriedMinor: number
  /** The loss that brings its share; negative: won. */
  lossMinor: number
  /** Wins that are left for later days of the month. */
  winsLeftMinor: number
}

/**
 * Sets the wins of earlier days against a day's loss; a day that was won adds to them. Nothing else is
 * carried: the loss of a day counts on that day, so no later win takes anything back.
 * @param countedMinor the loss of the day without bonus bets; negative: won
 * @param winsLeftMinor wins of earlier days of the month that no loss has used up; at least 0
 */
export function setAgainst(countedMinor: number, winsLeftMinor: number): CarriedDay {
  const carriedMinor = Math.min(winsLeftMinor, Math.max(0, countedMinor))
  return {
    carriedMinor,
    lossMinor: countedMinor - carriedMinor,
    winsLeftMinor: winsLeftMinor - carriedMinor + Math.max(0, -countedMinor),
  }
}

/** The same for days of one member in their order. In each month, nothing is left before its first day. */
export function carryOver(days: readonly CountedDay[]): CarriedDay[] {
  let month = ''
  let winsLeftMinor = 0
  return days.map(({ day, countedMinor }) => {
    if (firstOfMonth(day) !== month) winsLeftMinor = 0
    month = firstOfMonth(day)
    const carried = setAgainst(countedMinor, winsLeftMinor)
    winsLeftMinor = carried.winsLeftMinor
    return carried
  })
}

/** The first day of a day's month, both YYYY-MM-DD. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

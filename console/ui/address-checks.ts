/**
 * What a person may have written into an address by hand: the server refuses a whole search for one value of
 * another shape.
 */

/** Whether it is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Some browsers take 31 February for a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export const isMemberId = (text: string): boolean => /^[a-z2-7]{12}$/.test(text)

export const isOperatorId = (text: string): boolean => /^[\w-]{1,60}$/.test(text)

/** What is searched for, in one line. */
export const searchOf = (text: string): string => text.replace(/\p{Cc}/gu, ' ').trim()

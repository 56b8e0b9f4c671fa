/** The one source of time, so that tests can travel. Days are Bangkok days everywhere (rules.md §7.1). */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** `date` plus a number of seconds. */
export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)

const bangkokDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' })

/** The Bangkok calendar day of an instant, YYYY-MM-DD. */
export const bangkokDay = (date: Date): string => bangkokDate.format(date)

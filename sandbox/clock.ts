/** The source of time, supplied by the process that runs the sandbox; tests supply one that they can set. */
export interface Clock {
  now(): Date
}

/** `date` plus a number of seconds. */
export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)

/** The one source of time, so that tests can travel. Days are Bangkok days everywhere. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * An instant as others write it (RFC 3339). A leap second is the one after it, an offset may be of hours only.
 * @returns undefined where it names no instant
 */
export function readInstant(text: string): Date | undefined {
  const leap = /:60(?=[.z+-])/i
  const time = Date.parse(text.replace(leap, ':59').replace(/([+-]\d{2})$/, '$1:00'))
  if (Number.isNaN(time)) return undefined
  return new Date(leap.test(text) ? time + 1000 : time)
}

/** `date` plus a number of seconds. */
export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)

const bangkokDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' })

/** The Bangkok calendar day of an instant, YYYY-MM-DD. */
export const bangkokDay = (date: Date): string => bangkokDate.format(date)

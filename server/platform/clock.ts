/**
 * The server's only source of time, so that tests can set it. Days are calendar days in Bangkok everywhere.
 */
export interface Clock {
  now(): Date
  /** Seconds by which a test has moved this clock against the real time. Absent: 0. */
  movedSeconds?(): number
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Reads a time that a bank or provider wrote (RFC 3339). A leap second is read as the second after it, and an
 * offset may have hours only.
 * @returns undefined if the text is no time
 */
export function readInstant(text: string): Date | undefined {
  const leap = /:60(?=[.z+-])/i
  const time = Date.parse(text.replace(leap, ':59').replace(/([+-]\d{2})$/, '$1:00'))
  if (Number.isNaN(time)) return undefined
  return new Date(leap.test(text) ? time + 1000 : time)
}

/**
 * Measures the seconds from now on, including time in which the process or the machine was suspended: while a
 * machine is, a monotonic clock stands still, and the clock on the wall jumps afterwards. Where they differ,
 * more counts.
 */
export function stopwatch(clock: Clock): () => number {
  // A test that moves its clock suspends nobody.
  const onTheWall = () => clock.now().getTime() - (clock.movedSeconds?.() ?? 0) * 1000
  const [wall, started] = [onTheWall(), performance.now()]
  return () => Math.max(performance.now() - started, onTheWall() - wall) / 1000
}

/** `date` plus a number of seconds. */
export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)

const bangkokDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' })

/** The Bangkok calendar day of an instant, YYYY-MM-DD. */
export const bangkokDay = (date: Date): string => bangkokDate.format(date)

/** The last millisecond of a Bangkok day, YYYY-MM-DD. Thailand has no summer time. */
export const endOfBangkokDay = (day: string): Date => new Date(`${day}T23:59:59.999+07:00`)

/** The beginning of an instant's day in Bangkok, where there is no daylight saving time. */
export const bangkokMidnight = (date: Date): Date => new Date(`${bangkokDay(date)}T00:00:00+07:00`)

/** Seconds until the day in Bangkok is over. */
export const secondsOfDayLeft = (now: Date): number =>
  (addSeconds(bangkokMidnight(now), 86_400).getTime() - now.getTime()) / 1000

/**
 * From when to when Bangkok days YYYY-MM-DD are, both included: `to` is the beginning of the day after.
 * Undefined: without end.
 */
export const bangkokDays = (
  from: string | undefined,
  to: string | undefined,
): { from?: Date; to?: Date } => ({
  ...(from !== undefined && { from: new Date(`${from}T00:00:00+07:00`) }),
  ...(to !== undefined && { to: addSeconds(new Date(`${to}T00:00:00+07:00`), 86_400) }),
})

/** Whole seconds until a time, rounded up and never below 0. */
export const secondsUntil = (time: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(time) - now) / 1000)) || 0

/** Seconds → mm:ss; minutes go on beyond 59. */
export const minutesAndSeconds = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

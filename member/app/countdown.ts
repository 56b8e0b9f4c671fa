/** Whole seconds until a time, never below 0; the last one begun counts as one. */
export const secondsUntil = (time: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(time) - now) / 1000)) || 0

/** Seconds → mm:ss; more than an hour stays in minutes. */
export const minutesAndSeconds = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

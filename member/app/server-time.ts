/** How far the server's clock is ahead of this phone's, in milliseconds; many phones are wrong by minutes. */
let ahead = 0

/** Takes the server's time from an answer's `Date` header, which is in whole seconds. */
export function noteServerTime(header: string | null): void {
  const time = Date.parse(header ?? '')
  if (Number.isNaN(time)) return
  const difference = time - Date.now()
  // A difference within the header's precision and the time of travel is ignored: the phone's own clock is finer.
  ahead = Math.abs(difference) > 3000 ? difference : 0
}

/** The time by the server's clock, in milliseconds since 1970, for comparison with deadlines that the server set. */
export const serverNow = (): number => Date.now() + ahead

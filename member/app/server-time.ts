/** How far the server's clock is ahead of this phone's, ms; many phones are wrong by minutes. */
let ahead = 0

/** Takes the server's time from an answer's `Date` header, which is in whole seconds. */
export function noteServerTime(header: string | null): void {
  const told = Date.parse(header ?? '')
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  // Within the header's rounding and the way here, the phone's own clock is the finer one.
  ahead = Math.abs(difference) > 3000 ? difference : 0
}

/** The time by the server's clock, ms since 1970: what its deadlines are compared with. */
export const serverNow = (): number => Date.now() + ahead

/** How far the server's clock is ahead of this phone's, in milliseconds; many phones are wrong by minutes. */
let ahead = 0

/**
 * Milliseconds: the precision of the header, and the time of travel. A phone's own clock is finer than that.
 */
const blur = 3000

/**
 * Takes the server's time from an answer's `Date` header, which is in whole seconds. The answer was made at
 * some time since the call was sent: a page that slept in between, and handles the answer only now, has no
 * wrong clock.
 * @param sentAt by this phone's clock
 */
export function noteServerTime(header: string | null, sentAt = Date.now()): void {
  const time = Date.parse(header ?? '')
  if (Number.isNaN(time)) return
  const [least, most] = [time - Date.now() - blur, time - sentAt + blur]
  const fits = (difference: number) => least <= difference && difference <= most
  if (fits(0)) ahead = 0
  else if (!fits(ahead)) ahead = (least + most) / 2
}

/**
 * The time by the server's clock, in milliseconds since 1970, for comparison with deadlines that the server
 * set.
 */
export const serverNow = (): number => Date.now() + ahead

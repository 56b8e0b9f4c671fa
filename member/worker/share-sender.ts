/**
 * Whether a page of another site posts a form here, instead of an app that shares through the system.
 * Browsers fill in the headers that say so for certain (`Sec-Fetch-Site`, `Origin`) only after the worker, so
 * a page that hides where it comes from passes: the sheet asks the member whether the picture is to be used
 * (docs/decisions/0054).
 * @param own the origin of this app
 */
export function isFromElsewhere(
  { referrer, headers }: { referrer: string; headers: Pick<Headers, 'get'> },
  own: string,
): boolean {
  const from = [headers.get('origin') ?? '', referrer].filter((address) => /^https?:/.test(address))
  return from.some((address) => new URL(address).origin !== own)
}

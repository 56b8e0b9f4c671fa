/**
 * The seconds that an answer asks to wait (`Retry-After`: seconds, or an HTTP date; RFC 9110 §10.2.3), `most`
 * at most; undefined if it says nothing that can be read, or a time that has passed.
 */
export function readRetryAfter(
  value: string | null | undefined,
  now: Date,
  most: number,
): number | undefined {
  if (!value) return undefined
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000
  return seconds > 0 ? Math.min(seconds, most) : undefined
}

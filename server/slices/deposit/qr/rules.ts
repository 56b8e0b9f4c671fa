import { defineSetting, Type } from '../../../platform/settings.ts'

/** Settings of QR codes (rules.md §5.3). */

export const qrMinutes = defineSetting(
  'qr.minutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  15,
  'Minutes for which a QR code may be paid',
)

export const qrPerMinute = defineSetting(
  'qr.perMinute',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  20,
  'QR codes that one member may have made within a minute',
)

export const qrRestSeconds = defineSetting(
  'qr.restSeconds',
  Type.Integer({ minimum: 0, maximum: 3600 }),
  30,
  'Seconds for which a gateway that gave no answer is asked last; doubled with each further failure, up to 16 times as long',
)

/**
 * The gateways that one call asks at most, one after the other: a person waits up to five seconds for each.
 */
export const mostGateways = 3

/** How a gateway failed: in a row, and when for the last time. */
export interface Failures {
  count: number
  at: Date
}

/** When a gateway that failed is no longer asked last. */
function restedAt({ count, at }: Failures, restSeconds: number): number {
  return at.getTime() + 1000 * restSeconds * 2 ** Math.min(count - 1, 4)
}

/**
 * The gateways that a code of an amount may come from, best first: those that answer, in the operator's
 * order, then those that rest after a failure, the one first that has rested longest. None is left out for
 * its health, because a slow answer is better than none.
 * @param gateways in the operator's order, with the minimum of each
 */
export function rankGateways(
  gateways: readonly { code: string; minimumMinor: number }[],
  amountMinor: number,
  failures: ReadonlyMap<string, Failures>,
  now: Date,
  restSeconds: number,
): string[] {
  const restsUntil = (code: string): number => {
    const failed = failures.get(code)
    const until = failed ? restedAt(failed, restSeconds) : 0
    return until > now.getTime() ? until : 0
  }
  return gateways
    .filter(({ minimumMinor }) => amountMinor >= minimumMinor)
    .map(({ code }) => ({ code, until: restsUntil(code) }))
    .sort((gateway, other) => gateway.until - other.until)
    .map(({ code }) => code)
}

import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signed HTTP between the server and the outside world (rules.md §16): header
 * `X-Signature: t=<unix seconds>,v1=<hex>`. It is part of the contract because both ends must agree on it to
 * the byte.
 */
export const signatureHeader = 'x-signature'

/** Signs a body: HMAC-SHA256 of "t.body". */
export function sign(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** Whether a signature fits the body and is at most five minutes old or early (rules.md §5.3). */
export function verifySignature(secret: string, body: string, header: unknown, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null
  if (!match) return false
  const [, t = '', given = ''] = match
  if (Math.abs(now.getTime() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}

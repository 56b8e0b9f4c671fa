import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes by time, RFC 6238: SHA-1, six digits, 30 seconds, as every authenticator app makes them. */

const seconds = 30
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as the RFC wants them for SHA-1. */
export const newSecret = (): Buffer => randomBytes(20)

/** The interval of a moment. */
export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / seconds)

/** The code of an interval. */
export function codeAt(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const from = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(from) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The interval of a code that is right at a moment: clocks of phones may differ by one interval in either
 * direction. Undefined if it is wrong, or not later than the last one that was accepted.
 */
export function stepOf(
  secret: Buffer,
  code: string,
  { now, after }: { now: Date; after: number },
): number | undefined {
  const given = Buffer.from(code)
  const at = stepAt(now)
  return [at - 1, at, at + 1].find((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return step > after && given.length === right.length && timingSafeEqual(given, right)
  })
}

/** Base32 without padding (RFC 4648), in which a secret is typed. */
export function toBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** The address that an authenticator app reads from the QR code. */
export function secretUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ secret: toBase32(secret), issuer })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

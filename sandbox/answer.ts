import { type Currency, currencies, isAmount, toMinor } from '@krapao/contract/money.ts'

/** An answer of the sandbox: HTTP status and JSON body. It may be returned or thrown. */
export class Answer extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status}`)
    this.status = status
    this.body = body
  }
}

/** An error answer with its code in `message`. */
export const refused = (status: number, message: string, details: Record<string, unknown> = {}): Answer =>
  new Answer(status, { message, ...details })

/**
 * Reads a JSON object as strictly as our own server does: numbers must be plain decimals without an exponent
 * and with at most two decimals, so that no digit of an amount is lost by rounding (rules.md §1.1).
 * @throws Answer 400 INVALID_REQUEST
 */
export function readJson(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text, plainNumbers)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw refused(400, 'INVALID_REQUEST', { reason: 'a JSON object with plain numbers' })
}

function plainNumbers(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number' && !/^-?\d{1,15}(\.\d{1,2})?$/.test(context?.source ?? `${value}`)) {
    throw new RangeError('not a plain number')
  }
  return value
}

/** A text field of 1 to `max` characters. @throws Answer 400 INVALID_REQUEST naming the field */
export function readText(body: Record<string, unknown>, field: string, max = 64): string {
  const value = body[field]
  if (typeof value === 'string' && value.length >= 1 && value.length <= max) return value
  throw refused(400, 'INVALID_REQUEST', { field, reason: `a text of 1 to ${max} characters` })
}

/** A cursor of a paged list: empty, or a whole number. @throws Answer 400 INVALID_REQUEST */
export function readCursor(body: Record<string, unknown>, field: string): number {
  const value = body[field]
  if (typeof value === 'string' && /^\d{0,15}$/.test(value)) return Number(value)
  throw refused(400, 'INVALID_REQUEST', { field, reason: 'empty, or a whole number' })
}

/**
 * Reads an amount in baht or kip with at most two decimals.
 * @param min in minor units
 * @returns minor units
 * @throws Answer 400 INVALID_REQUEST naming the field
 */
export function readAmountMinor(body: Record<string, unknown>, field: string, min = 1): number {
  const value = body[field]
  if (typeof value === 'number' && isAmount(value) && toMinor(value) >= min) return toMinor(value)
  throw refused(400, 'INVALID_REQUEST', {
    field,
    reason: `an amount of at least ${min / 100} with at most two decimals`,
  })
}

/** A time; `now` where the body has none. @throws Answer 400 INVALID_REQUEST naming the field */
export function readTime(body: Record<string, unknown>, field: string, now: Date): Date {
  const { [field]: at = now.toISOString() } = body
  if (typeof at !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(at) || Number.isNaN(Date.parse(at))) {
    throw refused(400, 'INVALID_REQUEST', { field, reason: 'an ISO 8601 time' })
  }
  return new Date(at)
}

/** One of a list of words. @throws Answer 400 INVALID_REQUEST naming the field */
export function readChoice<const Word extends string>(
  body: Record<string, unknown>,
  field: string,
  words: readonly Word[],
): Word {
  const value = body[field]
  const word = words.find((known) => known === value)
  if (word !== undefined) return word
  throw refused(400, 'INVALID_REQUEST', { field, reason: `one of ${words.join(', ')}` })
}

/** The currency of an amount: baht, unless the body says kip. @throws Answer 400 INVALID_REQUEST */
export function readCurrency(body: Record<string, unknown>): Currency {
  return body.currency === undefined ? 'THB' : readChoice(body, 'currency', currencies)
}

/**
 * Amounts of money (rules.md §1.1). Inside a program an amount is `amountMinor`, an integer of the asset's
 * smallest unit (satang, att, whole coins); on the wire it is a JSON number with at most two decimals. The
 * browser uses this file too.
 */

import { latinDigits } from './digits.ts'

/**
 * Scale: how many decimal digits the minor unit is away from the major one. `decimals` are those that people
 * see: the kip has no smaller coin or note, and Lao banks show whole kip, but the wire and the ledger keep
 * its hundredths.
 */
export const assets = {
  THB: { scale: 2, sign: '฿', decimals: 2 },
  LAK: { scale: 2, sign: '₭', decimals: 0 },
  COIN: { scale: 0, sign: '', decimals: 0 },
} as const

/** An asset code as the ledger names it. */
export type Asset = keyof typeof assets

/** The currency of a member's wallet, which never changes (rules.md §2.5). */
export const currencies = ['THB', 'LAK'] as const satisfies Asset[]
export type Currency = (typeof currencies)[number]

export const isCurrency = (code: unknown): code is Currency =>
  (currencies as readonly unknown[]).includes(code)

/** The currency of a stored or received code: kip for its code, else baht. */
export const asCurrency = (code: unknown): Currency => (code === 'LAK' ? 'LAK' : 'THB')

/** The largest amount on the wire, in baht or kip. */
export const maxAmount = 999_999_999.99

/** Wire amount (baht, kip) → minor units. Expects an amount that `isAmount` accepts. */
export const toMinor = (amount: number): number => Math.round(amount * 100)

/** Minor units → wire amount (baht, kip). */
export const fromMinor = (amountMinor: number): number => amountMinor / 100

/**
 * A percentage of an amount in minor units, rounded up: for what has to be reached. Exact for every amount of
 * the wire.
 */
export const percentOfUp = (amountMinor: number, percent: number): number =>
  -Number((BigInt(-amountMinor) * BigInt(Math.round(percent * 100)) - 9_999n) / 10_000n) || 0

/** Whether a number is a wire amount: finite, 0 to `maxAmount`, at most two decimals. */
export const isAmount = (amount: number): boolean =>
  Number.isFinite(amount) && amount >= 0 && amount <= maxAmount && toMinor(amount) / 100 === amount

/**
 * Wire amount → the amount that people see: downwards where the currency is shown whole, so that a screen
 * never says more than there is.
 */
export const shownAmount = (amount: number, currency: Currency): number =>
  assets[currency].decimals === 0 ? Math.floor(toMinor(amount) / 100) : amount

/** "1234567.50" → "1,234,567.50". */
// Not Intl, whose first use holds up a cheap phone for about 50 ms: every first screen of a member shows an
// amount.
export const grouped = (figure: string): string => figure.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** Wire amount → "1,250.00", in kip "1,250". */
export const formatAmount = (amount: number, currency: Currency): string =>
  grouped(shownAmount(amount, currency).toFixed(assets[currency].decimals))

/**
 * Typed text → wire amount, or undefined if it is not one ("1,250.5" and "๑,๒๕๐.๕" → 1250.5). Commas may be
 * between thousands only: "1,5" may mean one and a half, so it is no amount and not 15.
 * @param currency what is typed is in this currency: an amount that it could not show is none
 */
export function parseAmount(text: string, currency?: Currency): number | undefined {
  const typed = latinDigits(text).trim()
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{0,2})?$/.test(typed)) return undefined
  const amount = Number(typed.replaceAll(',', ''))
  return currency && shownAmount(amount, currency) !== amount ? undefined : amount
}

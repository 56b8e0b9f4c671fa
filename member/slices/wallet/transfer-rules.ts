import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { type Currency, parseAmount, shownAmount, toMinor } from '@krapao/contract/money.ts'

/** The content of the transfer form. */
export interface Draft {
  from: TransferEnd | null
  to: TransferEnd | null
  /** The amount as typed. */
  amount: string
}

/**
 * The order to send: `all` moves the whole wallet, if it still has the amount when the server carries it out.
 */
export interface Order {
  from: TransferEnd
  to: TransferEnd
  amount: number
  all: boolean
}

export type Problem = 'select' | 'same' | 'amount' | 'minimum' | 'notEnough'

/**
 * The first thing that is wrong with a transfer, in the order of product.md §5: both ends selected,
 * different, large enough, covered by the balance.
 * @param available the balance of an end, in the member's currency
 * @param minimum the minimum transfer, as the server says
 */
export function problemOf(
  draft: Draft,
  available: (end: TransferEnd) => number,
  minimum: number,
  currency: Currency,
): Problem | undefined {
  if (!draft.from || !draft.to) return 'select'
  if (draft.from === draft.to) return 'same'
  const amount = parseAmount(draft.amount, currency)
  if (amount === undefined) return draft.amount.trim() === '' ? 'minimum' : 'amount'
  if (amount < minimum) return 'minimum'
  if (toMinor(amount) > toMinor(available(draft.from))) return 'notEnough'
  return undefined
}

/** The order for a draft without problems. `all`: the amount was set by "all" and not changed since. */
export function orderOf(draft: Draft, all: boolean, currency: Currency): Order | undefined {
  const amount = parseAmount(draft.amount, currency)
  if (!draft.from || !draft.to || amount === undefined) return undefined
  // Only the wallet can be emptied by one call (product.md §7 transferAll); a game's balance may have changed
  // by play.
  return { from: draft.from, to: draft.to, amount, all: all && draft.from === walletEnd }
}

/** Amounts that people think in: a thousand kip is less than two baht. */
const steps: Record<Currency, number[]> = {
  THB: [100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000],
  LAK: [10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000],
}

/** Amounts to choose instead of typing: three at most, from the minimum up, that an end has. */
export const quickAmounts = (minimum: number, available: number, currency: Currency): number[] =>
  steps[currency].filter((step) => step >= minimum && step <= available).slice(0, 3)

/** Wire amount → text of the amount field: "1250", "1250.50"; whole kip. */
export function amountText(amount: number, currency: Currency): string {
  const shown = shownAmount(amount, currency)
  return Number.isInteger(shown) ? String(shown) : shown.toFixed(2)
}

/** The identity of an order: what the member wants; with "all" the amount is what was shown of it. */
export const valuesOf = ({ from, to, amount, all }: Order): string =>
  JSON.stringify([from, to, all ? 'all' : amount])

import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { parseAmount, toMinor } from '@krapao/contract/money.ts'

/** What a person set in the transfer form. */
export interface Draft {
  from: TransferEnd | null
  to: TransferEnd | null
  /** As typed. */
  amount: string
}

/** What is sent: `all` moves the whole wallet, whatever it holds when the server reads it. */
export interface Order {
  from: TransferEnd
  to: TransferEnd
  amount: number
  all: boolean
}

export type Problem = 'select' | 'same' | 'amount' | 'minimum' | 'notEnough'

/**
 * The first thing wrong with a transfer, in the order of product.md §5: both selected, different, large enough, not
 * more than there is.
 * @param available what stands at an end, in the member's currency
 * @param minimum the least transfer, as the server says
 */
export function problemOf(
  draft: Draft,
  available: (end: TransferEnd) => number,
  minimum: number,
): Problem | undefined {
  if (!draft.from || !draft.to) return 'select'
  if (draft.from === draft.to) return 'same'
  const amount = parseAmount(draft.amount)
  if (amount === undefined) return draft.amount.trim() === '' ? 'minimum' : 'amount'
  if (amount < minimum) return 'minimum'
  if (toMinor(amount) > toMinor(available(draft.from))) return 'notEnough'
  return undefined
}

/** The order of a draft without problems. `all`: the amount was set by "all" and not changed since. */
export function orderOf(draft: Draft, all: boolean): Order | undefined {
  const amount = parseAmount(draft.amount)
  if (!draft.from || !draft.to || amount === undefined) return undefined
  // Only the wallet can be emptied by one call (product.md §7 transferAll); a game's figure may have moved by play.
  return { from: draft.from, to: draft.to, amount, all: all && draft.from === walletEnd }
}

/** Wire amount → what the amount field holds: "1250", "1250.50". */
export const amountText = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2)

/** What makes up the intent of an order: what the server receives; the amount of "all" is not sent. */
export const valuesOf = ({ from, to, amount, all }: Order): string =>
  JSON.stringify([from, to, all ? 'all' : amount])

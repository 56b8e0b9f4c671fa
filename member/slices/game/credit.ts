import { fromMinor, toMinor } from '@krapao/contract/money.ts'

/** Whether the provider counts in units of its own, so that the second figure says something. */
export const hasCredit = ({ ftWalletSlot }: { ftWalletSlot: number }): boolean => ftWalletSlot !== 1

/** A card's second figure: the balance in the provider's own units (product.md §2, §3 ftWalletSlot). */
export const creditOf = ({ amount, ftWalletSlot }: { amount: number; ftWalletSlot: number }): number =>
  fromMinor(Math.round(toMinor(amount) * ftWalletSlot))

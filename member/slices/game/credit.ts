import { fromMinor, toMinor } from '@krapao/contract/money.ts'

/** A card's second figure: the balance in the provider's own units (product.md §2, §3 ftWalletSlot). */
export const creditOf = ({ amount, ftWalletSlot }: { amount: number; ftWalletSlot: number }): number =>
  fromMinor(Math.round(toMinor(amount) * ftWalletSlot))

import type { Currency } from '@krapao/contract/money.ts'

/** Gift links of a payment wallet (rules.md §5.4). `giftId` is ours, unique, and the wallet's idempotency key. */
export interface GiftPort {
  /** What a link holds and who it comes from, without taking it. Never throws. */
  inspect(link: string): Promise<GiftInspected>
  /** Takes the gift into the house's wallet. Never throws. */
  redeem(order: { giftId: string; link: string; walletNo: string }): Promise<GiftRedeemed>
  /** The outcome of a redemption; `unknown-id` when the wallet has never seen it. Never throws. */
  status(giftId: string): Promise<GiftRedeemed | { outcome: 'unknown-id' }>
}

export type GiftInspected =
  | { outcome: 'found'; amountMinor: number; currency: Currency; fromPhone: string }
  /** No such link, taken already, or expired. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'uncertain'; reason: string }

export type GiftRedeemed =
  | { outcome: 'redeemed'; amountMinor: number }
  /** A definite refusal: the gift was not taken and will not be. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'uncertain'; reason: string }

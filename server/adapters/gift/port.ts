import type { Currency } from '@krapao/contract/money.ts'

/**
 * Gift links of a payment wallet (rules.md §5.4). `giftId` is ours, unique, and the wallet's idempotency key.
 */
export interface GiftPort {
  /** The amount and the sender of a link, without redeeming it. Never throws. */
  inspect(link: string): Promise<GiftInspected>
  /** Redeems the gift into the house's wallet. Never throws. */
  redeem(order: { giftId: string; link: string; walletNo: string }): Promise<GiftRedeemed>
  /** The outcome of a redemption; `unknown-id` if the wallet has never received it. Never throws. */
  status(giftId: string): Promise<GiftRedeemed | { outcome: 'unknown-id' }>
}

export type GiftInspected =
  | { outcome: 'found'; amountMinor: number; currency: Currency; fromPhone: string }
  /** The link does not exist, was already redeemed, or has expired. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'uncertain'; reason: string }

export type GiftRedeemed =
  | { outcome: 'redeemed'; amountMinor: number }
  /** A definite refusal: the gift was not redeemed and will not be. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'uncertain'; reason: string }

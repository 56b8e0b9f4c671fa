import type { Currency } from '@krapao/contract/money.ts'

/**
 * Pays out to members' bank accounts (rules.md §6.3). `payoutId` is ours, unique, and the bank's idempotency key.
 * Only a definite answer counts.
 */
export interface PayoutPort {
  /** Never throws. */
  pay(order: PayoutOrder): Promise<PayoutOutcome>
  /** The outcome of a payout; `unknown-id` when the bank has never seen it. Never throws. */
  status(payoutId: string): Promise<PayoutOutcome | { outcome: 'unknown-id' }>
}

export interface PayoutOrder {
  payoutId: string
  bankCode: string
  accountNo: string
  accountName: string
  amountMinor: number
  currency: Currency
}

export type PayoutOutcome =
  | { outcome: 'done' }
  /** A definite refusal: the bank has not paid and will not. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'uncertain'; reason: string }

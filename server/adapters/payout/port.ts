import type { Currency } from '@krapao/contract/money.ts'

/**
 * Pays withdrawals to members' bank accounts (rules.md §6.3). `payoutId` is ours, unique, and the bank's
 * idempotency key. Only a definite answer ends a payout.
 */
export interface PayoutPort {
  /** Never throws. */
  pay(order: PayoutOrder): Promise<PayoutOutcome>
  /** The outcome of a payout; `unknown-id` if the bank has never received it. Never throws. */
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

import type { Currency } from '@krapao/contract/money.ts'

/**
 * A gateway that is paid by QR code (rules.md §5.3). `paymentId` is ours, unique, and the gateway's
 * idempotency key; the gateway's reports name it.
 */
export interface PaymentPort {
  /** Never throws. The same id again returns the same code. */
  create(order: {
    gateway: string
    paymentId: string
    amountMinor: number
    currency: Currency
    expiresAt: Date
  }): Promise<PaymentCreated>
  /** Cancels a code, best effort: a payment may already be under way. Never throws. */
  cancel(order: { gateway: string; paymentId: string }): Promise<void>
}

export type PaymentCreated =
  /** `payload`: the EMVCo text in the code. */
  | { outcome: 'created'; payload: string }
  | { outcome: 'refused'; reason: string }
  /** Time-out, 5xx or invalid answer: the gateway may have made a code that nobody can see. */
  | { outcome: 'uncertain'; reason: string }

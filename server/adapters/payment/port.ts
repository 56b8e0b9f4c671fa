import type { Currency } from '@krapao/contract/money.ts'

/**
 * A gateway that is paid by QR code (rules.md §5.3). `paymentId` is ours, unique, and the gateway's idempotency key;
 * its webhook names it.
 */
export interface PaymentPort {
  /** Never throws. Asking again with the same id answers with the same code. */
  create(order: {
    gateway: string
    paymentId: string
    amountMinor: number
    currency: Currency
    expiresAt: Date
  }): Promise<PaymentCreated>
  /** Stops a code from being paid. Best effort: a payment may be on its way all the same. Never throws. */
  cancel(order: { gateway: string; paymentId: string }): Promise<void>
}

export type PaymentCreated =
  /** `payload`: the EMVCo text that the code shows. */
  | { outcome: 'created'; payload: string }
  | { outcome: 'refused'; reason: string }
  /** Time-out, 5xx, garbage: there may be a code at the gateway that nobody sees. */
  | { outcome: 'uncertain'; reason: string }

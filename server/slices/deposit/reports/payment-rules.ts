/** Whether what a gateway reports is a payment of the code that it names (rules.md §5.3). */

/** Why a payment is not credited without a person. */
export type PaymentReason = 'LATE' | 'WRONG_AMOUNT' | 'PAID_TWICE' | 'UNKNOWN_PAYMENT'

/** The fields of a code by which a payment is evaluated. */
export interface PayableCode {
  gateway: string
  amountMinor: number
  state: 'OPEN' | 'PAID' | 'CANCELLED' | 'FAILED'
  expiresAt: Date
  closedAt: Date | null
}

/**
 * Decides whether a payment is credited, or why a person has to decide. The time of payment counts, not that
 * of the report, then what the code asked for, and only then whether another payment came first. So the same
 * payments lead to the same credits in whatever order they are reported.
 * @param code undefined: no code of ours
 */
export function evaluatePayment(
  code: PayableCode | undefined,
  payment: { place: string; amountMinor: number; paidAt: Date },
): 'credit' | PaymentReason {
  if (!code || code.gateway !== payment.place) return 'UNKNOWN_PAYMENT'
  if (payment.amountMinor !== code.amountMinor) return 'WRONG_AMOUNT'
  if (payment.paidAt > code.expiresAt || (code.closedAt && payment.paidAt > code.closedAt)) return 'LATE'
  return code.state === 'PAID' ? 'PAID_TWICE' : 'credit'
}

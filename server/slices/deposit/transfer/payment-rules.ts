/** Whether what a gateway reports is a payment of the code that it names (rules.md §5.3). */

/** Why a payment is not credited without a person. */
export type PaymentReason = 'LATE' | 'WRONG_AMOUNT' | 'PAID_TWICE' | 'UNKNOWN_PAYMENT'

/** A code as far as a payment is judged by it. */
export interface PayableCode {
  gateway: string
  amountMinor: number
  state: 'OPEN' | 'PAID' | 'CANCELLED' | 'FAILED'
  expiresAt: Date
  closedAt: Date | null
}

/**
 * Judges a payment: credit it, or why a person has to decide. What counts is when it was paid, not when we hear of it,
 * and what the code asked for; only then whether another payment was first. So the same payments come to the same
 * credits in whatever order they are reported.
 * @param code undefined: none of ours
 */
export function judgePayment(
  code: PayableCode | undefined,
  payment: { gateway: string; amountMinor: number; paidAt: Date },
): 'credit' | PaymentReason {
  if (!code || code.gateway !== payment.gateway) return 'UNKNOWN_PAYMENT'
  if (payment.amountMinor !== code.amountMinor) return 'WRONG_AMOUNT'
  if (payment.paidAt > code.expiresAt || (code.closedAt && payment.paidAt > code.closedAt)) return 'LATE'
  return code.state === 'PAID' ? 'PAID_TWICE' : 'credit'
}

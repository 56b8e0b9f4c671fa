import { type QrGateway, qrGateways } from '@krapao/contract/limits.ts'
import type { Brand } from '../../platform/brand.ts'
import { defineSetting, Type } from '../../platform/settings.ts'

/** Decisions about QR codes (rules.md §5.3), without database, clock or network. */

export const qrMinutes = defineSetting(
  'qr.minutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  15,
  'Minutes for which a QR code may be paid',
)

export const qrPerMinute = defineSetting(
  'qr.perMinute',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  20,
  'QR codes that one member may have made within a minute',
)

export const isGateway = (code: string): code is QrGateway => Object.hasOwn(qrGateways, code)

/**
 * Least amount of a code in baht: the gateway's, which the brand may set for PAYTIMZ and FP (spec.md §9), but never
 * less than the least deposit.
 */
export function leastQr(gateway: QrGateway, qrMinimum: Brand['qrMinimum'], leastDeposit: number): number {
  const own = gateway === 'PAYTIMZ' || gateway === 'FP' ? qrMinimum[gateway] : qrGateways[gateway].minimum
  return Math.max(own, leastDeposit, 0.01)
}

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

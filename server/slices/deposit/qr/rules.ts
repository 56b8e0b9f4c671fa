import { type QrGateway, qrGateways } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Brand } from '../../../platform/brand.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'

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
 * Minimum of a code: the gateway's, which the brand may set for PAYTIMZ and FP (product.md §9), but never less than the
 * minimum deposit. The gateways' own are in baht; a gateway that is paid in kip has the minimum deposit in kip.
 */
export function leastQr(
  gateway: QrGateway,
  currency: Currency,
  qrMinimum: Brand['qrMinimum'],
  leastDeposit: number,
): number {
  if (currency === 'LAK') return Math.max(leastDeposit, 0.01)
  const own = gateway === 'PAYTIMZ' || gateway === 'FP' ? qrMinimum[gateway] : qrGateways[gateway].minimum
  return Math.max(own, leastDeposit, 0.01)
}

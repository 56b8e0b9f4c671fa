import { isQrGateway, minQr, qrGateways } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'

/** What a gateway's panel offers, in the currency of its account. */
export interface Choices {
  minimum: number
  quick: number[]
}

/**
 * Least amount and quick amounts of a gateway (product.md §9). The brand's minimum of a gateway is its first quick
 * amount, and nothing below the minimum is offered. What is paid in another currency than the gateway's usual one has the
 * amounts of that currency.
 * @param ofBrand the brand's minimums by gateway (rules.md §16 `qrMinimum`)
 * @param minDeposit the server's least QR deposit
 */
export function choicesOf(
  code: string,
  currency: Currency,
  ofBrand: Record<string, number>,
  minDeposit: number,
): Choices {
  const known = isQrGateway(code) ? qrGateways[code] : undefined
  const gateway = known?.currency === currency ? known : usual[currency]
  const own = currency === 'THB' && Object.hasOwn(ofBrand, code) ? ofBrand[code] : undefined
  const minimum = minQr(code, currency, ofBrand, minDeposit)
  const amounts = own === undefined ? gateway.quick : [own, ...gateway.quick]
  const quick = [...new Set<number>(amounts)].filter((amount) => amount >= minimum).sort((a, b) => a - b)
  return { minimum, quick: quick.length > 0 ? quick : [minimum] }
}

const usual = { THB: qrGateways.KBANK, LAK: qrGateways.LAOQR }

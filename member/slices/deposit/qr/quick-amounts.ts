import type { Currency } from '@krapao/contract/money.ts'
import { isQrGateway, minQr, qrGateways } from '@krapao/contract/qr-gateways.ts'

/** The amounts of a gateway's panel, in the currency of its account. */
export interface Choices {
  minimum: number
  quick: number[]
}

/**
 * Minimum and quick amounts of a gateway (product.md §9). The brand's minimum for a gateway is its first
 * quick amount, and no amount below the minimum is offered. If an account is paid in another currency than is
 * usual at its gateway, the amounts are those of that currency.
 * @param ofBrand the brand's minimums by gateway (rules.md §16 `qrMinimum`)
 * @param minDeposit the server's minimum for QR deposits
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

/** What members mostly pay in, where no gateway says which amounts its panel has (product.md §9). */
const mostPaid = [50, 100, 200, 300, 500, 1000]

/**
 * Minimum and quick amounts where the server chooses among gateways: from the least that one of them takes.
 */
export function promptPayChoices(gateways: readonly Choices[]): Choices {
  const minimum = Math.min(...gateways.map((one) => one.minimum))
  const quick = mostPaid.filter((amount) => amount >= minimum)
  return { minimum, quick: quick.length > 0 ? quick : [minimum] }
}

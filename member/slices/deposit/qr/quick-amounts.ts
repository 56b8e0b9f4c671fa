import { qrGateways } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'

/** What a gateway's panel offers, in the currency of its account. */
export interface Choices {
  minimum: number
  quick: number[]
}

/**
 * Least amount and quick amounts of a gateway (product.md §9). The brand's own minimum replaces the gateway's and the
 * first quick amount; the server's least deposit stands above both, and nothing below the minimum is offered. What is paid
 * in another currency than the gateway's usual one has the amounts of that currency, and no minimum but the server's.
 * @param ofBrand the brand's minimums by gateway (rules.md §16 `qrMinimum`)
 * @param minDeposit the server's least QR deposit
 */
export function choicesOf(
  code: string,
  currency: Currency,
  ofBrand: Record<string, number>,
  minDeposit: number,
): Choices {
  const known = Object.hasOwn(qrGateways, code) ? qrGateways[code as keyof typeof qrGateways] : undefined
  const gateway = known?.currency === currency ? known : usual[currency]
  const own = currency === 'THB' && Object.hasOwn(ofBrand, code) ? ofBrand[code] : undefined
  const minimum = Math.max(own ?? gateway.minimum, minDeposit)
  const amounts = own === undefined ? gateway.quick : [own, ...gateway.quick.slice(1)]
  const quick = [...new Set<number>(amounts)].filter((amount) => amount >= minimum).sort((a, b) => a - b)
  return { minimum, quick: quick.length > 0 ? quick : [minimum] }
}

const usual = { THB: qrGateways.KBANK, LAK: qrGateways.LAOQR }

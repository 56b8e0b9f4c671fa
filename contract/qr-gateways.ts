import type { Currency } from './money.ts'

/** Gateways of QR codes. No dependency: the browser uses this file too. */

/**
 * Gateways of QR codes, a line each: the quick amounts of their panels, in the gateway's usual currency
 * (product.md §9), and their own minimum in baht. Those in baht without one have the brand's, which is also
 * their first quick amount (own-brand.ts); LAOQR belongs to the Lao build and has the minimum deposit. A
 * gateway is called "PromptPay QR" with its code, unless it has a name, which is the same in all languages,
 * or is a bank. Schema, names, sandbox and desk follow from this table.
 */
export const qrGateways = {
  KBANK: { currency: 'THB', isBank: true, minimum: 1, quick: [10, 20, 50, 100, 500, 1000] },
  WW: { currency: 'THB', minimum: 100, quick: [100, 200, 300, 500, 1000] },
  PAYONEX: { currency: 'THB', minimum: 100, quick: [100, 200, 300, 500, 1000] },
  PAYTIMZ: { currency: 'THB', quick: [50, 100, 500, 1000] },
  FP: { currency: 'THB', quick: [50, 100, 500, 1000] },
  LAOQR: { currency: 'LAK', name: 'LAO QR', quick: [10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000] },
} as const
export type QrGateway = keyof typeof qrGateways

/** Those that are no banks. */
export const onlyGateways = (Object.keys(qrGateways) as QrGateway[]).filter(
  (code) => !('isBank' in qrGateways[code]),
)

/** The name that a gateway has in all languages; undefined: it is called by what it does. */
export const gatewayName = (code: QrGateway): string | undefined => {
  const gateway = qrGateways[code]
  return 'name' in gateway ? gateway.name : undefined
}

type OfBrand = {
  [Code in QrGateway]: (typeof qrGateways)[Code] extends { currency: 'THB'; minimum?: never } ? Code : never
}[QrGateway]

/** A value for each gateway whose minimum is the brand's. */
export const forGatewaysOfBrand = <Value>(make: () => Value): Record<OfBrand, Value> =>
  Object.fromEntries(
    Object.entries(qrGateways)
      .filter(([, gateway]) => gateway.currency === 'THB' && !('minimum' in gateway))
      .map(([code]) => [code, make()]),
  ) as Record<OfBrand, Value>

/** In place of a gateway: the server chooses one by amount and health (rules.md §5.3). Baht only. */
export const promptPay = 'PROMPTPAY'

export const isQrGateway = (code: string): code is QrGateway => Object.hasOwn(qrGateways, code)

/**
 * Minimum amount of a code, in baht or kip (rules.md §5.3): the brand's or else the gateway's own, but never
 * below the minimum deposit. The first two are in baht, and a gateway without one has KBANK's; in kip only
 * the minimum deposit counts.
 * @param ofBrand the brand's minimums by gateway (rules.md §16 `qrMinimum`)
 */
export function minQr(
  gateway: string,
  currency: Currency,
  ofBrand: Partial<Record<string, number>>,
  minDeposit: number,
): number {
  if (currency === 'LAK') return Math.max(minDeposit, 0.01)
  const known = isQrGateway(gateway) ? qrGateways[gateway] : qrGateways.KBANK
  const { minimum } = 'minimum' in known ? known : qrGateways.KBANK
  const brands = Object.hasOwn(ofBrand, gateway) ? ofBrand[gateway] : undefined
  return Math.max(brands ?? minimum, minDeposit)
}

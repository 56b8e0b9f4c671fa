import { gatewayName, onlyGateways } from '@krapao/contract/qr-gateways.ts'
import { textOr } from './i18n.ts'

/** A bank by its usual abbreviation; gateways and wallets, which have codes of our own, by name. */
export function bankText(code: string): string {
  const gateway = onlyGateways.find((one) => one === code)
  if (!gateway) return textOr([`desk.bank.${code}`], code)
  return gatewayName(gateway) ?? textOr(['desk.gateway'], code, { code })
}

import type { Currency } from '@krapao/contract/money.ts'
import { promptPay } from '@krapao/contract/qr-gateways.ts'
import { type BankAccount, currencyOf } from '../accounts.ts'
import { type Choices, choicesOf, promptPayChoices } from './quick-amounts.ts'

/** A way to have a QR code made: a gateway, or PromptPay, for which the server chooses the gateway. */
export interface Channel extends Choices {
  /** The gateway's, or `PROMPTPAY`. */
  code: string
  currency: Currency
  /** The gateway's account; absent for PromptPay. */
  account?: BankAccount
}

/**
 * The channels of the gateways, PromptPay first where there is a choice among gateways in baht; it is named
 * in place of them, because nobody knows which one works (docs/decisions/0030).
 */
export function channelsOf(
  gateways: readonly BankAccount[],
  ofBrand: Record<string, number>,
  minDeposit: number,
): Channel[] {
  const single = gateways.map((account) => {
    const [code, currency] = [account.bankCode, currencyOf(account)]
    return { code, currency, account, ...choicesOf(code, currency, ofBrand, minDeposit) }
  })
  const baht = single.filter(({ currency }) => currency === 'THB')
  if (baht.length < 2) return single
  return [{ code: promptPay, currency: 'THB', ...promptPayChoices(baht) }, ...single]
}

/**
 * The names of gateways as a member reads them. The code that the operator has put behind a name ("PromptPay
 * QR (WW)") means nothing to a member; gateways of one name have a number instead.
 * @param numbered puts a number behind a name
 * @returns by code
 */
export function namesOf(
  channels: readonly Channel[],
  nameOf: (account: BankAccount) => string,
  numbered: (name: string, number: number) => string,
): Map<string, string> {
  const plain = channels.flatMap(({ code, account }) =>
    account ? [{ code, name: nameOf(account).replace(` (${code})`, '') }] : [],
  )
  const alike = (wanted: string) => plain.filter(({ name }) => name === wanted)
  return new Map(
    plain.map((one) => {
      const others = alike(one.name)
      return [one.code, others.length > 1 ? numbered(one.name, others.indexOf(one) + 1) : one.name]
    }),
  )
}

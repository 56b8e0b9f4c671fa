import { randomInt } from 'node:crypto'
import type { Currency } from '@krapao/contract/money.ts'
import { encode, tag, withCrcTag } from 'promptparse'
import { billPayment } from 'promptparse/generate'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The biller id of each gateway: a made-up tax number with a suffix, 15 digits. */
const billers: Record<string, string> = {
  KBANK: '099400000000101',
  WW: '099400000000202',
  PAYTIMZ: '099400000000303',
  PAYONEX: '099400000000404',
  FP: '099400000000505',
}

/**
 * The text of a QR payment code (EMVCo): biller, a new reference, amount, currency, country, checksum. For baht
 * it is a PromptPay bill payment, for kip a merchant code that Lao banks can read.
 * @param amount in major units
 */
export function billPaymentText(gateway: string, amount: number, currency: Currency): string {
  const ref1 = Array.from({ length: 18 }, () => letters[randomInt(letters.length)]).join('')
  const billerId = billers[gateway] ?? '099400000000909'
  if (currency === 'THB') return billPayment({ billerId, amount, ref1 })
  return withCrcTag(
    encode([
      tag('00', '01'),
      tag('01', '12'),
      tag('38', encode([tag('00', 'A005266284662577'), tag('01', billerId), tag('02', ref1)])),
      tag('53', kipCode),
      tag('54', amount.toFixed(2)),
      tag('58', 'LA'),
      tag('59', 'KRAPAO'),
    ]),
    '63',
  )
}

/** ISO 4217. */
const kipCode = '418'

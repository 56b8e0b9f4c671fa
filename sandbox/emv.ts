import { randomInt } from 'node:crypto'
import type { Currency } from '@krapao/contract/money.ts'
import { qrGateways } from '@krapao/contract/qr-gateways.ts'
import { encode, tag, withCrcTag } from 'promptparse'
import { billPayment } from 'promptparse/generate'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The biller id of a gateway: a made-up tax number with a suffix, 15 digits. */
const billerOf = (gateway: string): string =>
  `0994000000${String(Object.keys(qrGateways).indexOf(gateway) + 1).padStart(3, '0')}01`

/**
 * The bank of the codes in kip, a made-up issuer's number of eight digits, and the payment type “merchant”.
 */
const laoBank = '27710418'
const merchant = '002'

/**
 * The text of a QR payment code (EMVCo): payee, a new reference, amount, currency, country, checksum. For
 * baht it is a PromptPay bill payment; for kip it has the fields of a LAO QR: the scheme, the bank's issuer
 * number, the payment type and the receiver there.
 * @param amount in major units
 */
export function billPaymentText(gateway: string, amount: number, currency: Currency): string {
  const ref1 = Array.from({ length: 18 }, () => letters[randomInt(letters.length)]).join('')
  const billerId = billerOf(gateway)
  if (currency === 'THB') return billPayment({ billerId, amount, ref1 })
  const payee = [
    tag('00', 'A005266284662577'),
    tag('01', laoBank),
    tag('02', merchant),
    tag('03', `${billerId}${ref1}`),
  ]
  return withCrcTag(
    encode([
      tag('00', '01'),
      tag('01', '12'),
      tag('38', encode(payee)),
      // No kind of trade.
      tag('52', '0000'),
      tag('53', kipCode),
      tag('54', amount.toFixed(2)),
      tag('58', 'LA'),
      tag('59', 'KRAPAO'),
      tag('60', 'VIENTIANE'),
    ]),
    '63',
  )
}

/** ISO 4217. */
const kipCode = '418'

import { randomInt } from 'node:crypto'
import { billPayment } from 'promptparse/generate'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The biller of each gateway: a made-up tax number and its suffix, 15 digits. */
const billers: Record<string, string> = {
  KBANK: '099400000000101',
  WW: '099400000000202',
  PAYTIMZ: '099400000000303',
  PAYONEX: '099400000000404',
  FP: '099400000000505',
}

/**
 * The text of a PromptPay bill payment code (EMVCo): biller, a reference of its own, amount, baht, Thailand, checksum.
 * @param amount in baht
 */
export function billPaymentText(gateway: string, amount: number): string {
  const ref1 = Array.from({ length: 18 }, () => letters[randomInt(letters.length)]).join('')
  return billPayment({ billerId: billers[gateway] ?? '099400000000909', amount, ref1 })
}

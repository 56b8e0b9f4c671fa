import { latinDigits } from '@krapao/contract/digits.ts'

/**
 * The code in what was typed or pasted, which may be the whole message: of several numbers in it the code is
 * the one of its length.
 * @param length how many digits a code has
 */
export function codeIn(text: string, length: number): string {
  const latin = latinDigits(text)
  const whole = new RegExp(`(?:^|\\D)(\\d{${length}})(?!\\d)`).exec(latin)?.[1]
  return whole ?? latin.replace(/\D/g, '').slice(0, length)
}

import { plainNumber } from '@krapao/contract/digits.ts'
import { type Home, phoneOf } from '@krapao/contract/phone.ts'

/**
 * What a field shows of a phone number that is typed or pasted: its digits, and a plus before them. A whole
 * number with its country is shown in its form, since what is typed after it is its end in either way.
 * Nothing is cut off.
 */
export function phoneTyped(typed: string, home: Home): string {
  const number = plainNumber(typed).replace(/(?!^\+)\D/g, '')
  const isOfHere = /^(?:0?[23]0\d{7,8}|0\d{9}|[689]\d{8})$/.test(number)
  return (isOfHere ? undefined : phoneOf(number, home)) ?? number
}

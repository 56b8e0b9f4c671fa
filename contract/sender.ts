import { plainNumber } from './digits.ts'

/**
 * Decides whether an account number that a bank shows is a member's: the server credits by it and the console
 * warns by it (rules.md §5.1, §5.2); `name-comparison.ts` does the same for names. Banks mask numbers, so
 * there are three answers. No dependency: the browser uses this file too.
 */

/**
 * `same`: everything shown agrees, and it is enough to identify the account. `different`: something shown
 * contradicts. Else `unclear`.
 */
export type Agreement = 'same' | 'unclear' | 'different'

/** The minimum of visible digits that identify a masked number; the default of the operator's setting. */
export const minVisibleDigits = 4

/** An account number as a bank shows it: digits, and `_` for each masked one. */
export interface ShownNumber {
  pattern: string
  isWhole: boolean
}

/**
 * Reads an account number: ASCII digits, masked ones as x, X, * or •; dashes and spaces are ignored.
 * @returns undefined if it is not one, or is masked and shows fewer than `minDigits` digits
 */
export function readAccountNo(text: string, minDigits: number): ShownNumber | undefined {
  const plain = text.replace(/[\p{Pd}\s]/gu, '')
  if (!/^[\dxX*•]+$/.test(plain)) return undefined
  const pattern = plain.replace(/\D/g, '_')
  const isWhole = !pattern.includes('_')
  return isWhole || pattern.replaceAll('_', '').length >= minDigits ? { pattern, isWhole } : undefined
}

/**
 * A typed or pasted text, as a number to search by (rules.md §17.10): digits of any script, without what
 * people write between them, and the other signs of masks as those that `readAccountNo` reads. A text that is
 * no number stays none.
 */
export const typedNumber = (typed: string): string => plainNumber(typed).replace(/[#●·×]/g, 'x')

/**
 * Compares a number that a bank shows with a registered one at the same bank. Two whole numbers are one
 * account's if they differ in leading zeros only: some banks write those and others leave them out, and no
 * two members have such numbers. A masked number of another length is never `same`; see `fits`.
 * @param own digits; dashes and spaces are ignored
 */
export function compareAccountNo(reported: string, own: string, minDigits = minVisibleDigits): Agreement {
  const shown = readAccountNo(reported, 0)
  const registered = readAccountNo(own, 0)
  if (!shown || !registered) return 'unclear'
  if (shown.isWhole && registered.isWhole) {
    return withoutZeros(shown.pattern) === withoutZeros(registered.pattern) ? 'same' : 'different'
  }
  if (shown.pattern.length !== registered.pattern.length) {
    return fits(shown, registered) ? 'unclear' : 'different'
  }
  const both = [...shown.pattern].flatMap((sign, at) => {
    const other = registered.pattern[at]
    return sign === '_' || other === '_' ? [] : [sign === other]
  })
  if (both.includes(false)) return 'different'
  return both.length >= minDigits ? 'same' : 'unclear'
}

/**
 * Whether a masked number of another length may be the same account's. Some banks shorten a mask or write it
 * too long, so a mask may hide any number of digits: the visible digits at the beginning and at the end have
 * to agree there, the others somewhere in between. Leading zeros may be missing, so as many are thought
 * before the number as the mask can show. Two masked numbers prove nothing.
 */
function fits(number: ShownNumber, other: ShownNumber): boolean {
  if (!number.isWhole && !other.isWhole) return true
  const [masked, whole] = number.isWhole ? [other, number] : [number, other]
  const own = withoutZeros(whole.pattern)
  const digits = own.padStart(masked.pattern.length + whole.pattern.length, '0')
  const parts = visibleParts(withoutZeros(masked.pattern))
  const [first = '', last = ''] = [parts.shift(), parts.pop()]
  if (!own.startsWith(first) || !digits.endsWith(last)) return false
  const end = digits.length - last.length
  let at = first === '' ? 0 : digits.length - own.length + first.length
  for (const part of parts) {
    const found = digits.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= end
}

/** A number without its leading zeros, which some banks write and others leave out. */
export const withoutZeros = (pattern: string): string => pattern.replace(/^0+/, '')

/** The visible parts of a masked number: first its beginning, last its end; either may be empty. */
export const visibleParts = (pattern: string): string[] => pattern.split(/_+/)

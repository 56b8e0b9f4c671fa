/**
 * How a phone or account number is shown where not all of it may be seen: to some operators (rules.md §17.8),
 * on receipts, and to members who are only to recognise their own. No dependency: the browser uses this file
 * too.
 */

/**
 * The sign in place of a hidden digit. Banks' own masks have an x or a star, so the sign also says which side
 * hid the digit.
 */
const hidden = '•'

/**
 * A number with its last four digits. One that is written whole has one mask whatever its length:
 * `•••••• 1234`. One that a bank has masked stays in the bank's form, with at most the last four of the
 * digits that the bank shows. Masking twice changes nothing.
 */
export function maskedNumber(text: string): string {
  if (text === '') return ''
  const digits = text.match(/\p{Nd}/gu) ?? []
  if (/^[\p{Nd}\s\p{Pd}.()+]+$/u.test(text)) {
    // So short a number would be shown whole.
    return digits.length > 4 ? `${hidden.repeat(6)} ${digits.slice(-4).join('')}` : hidden.repeat(6)
  }
  let before = digits.length - 4
  return text.replace(/\p{Nd}/gu, (digit) => (before-- > 0 ? hidden : digit))
}

/** Whether digits of a number were hidden from the reader. */
export const isMasked = (text: string): boolean => text.includes(hidden)

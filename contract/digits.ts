/**
 * Text with the digits of every script replaced by Latin ones: Thai and Lao keyboards type theirs, and what
 * is pasted may have Khmer or full-width ones. No dependency: the browser uses this file too.
 */
export const latinDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitOf)

/**
 * The digits of a script follow each other from zero to nine; the five sets of mathematical ones do so
 * without a gap.
 */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 50 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value % 10)
}

/**
 * What people write between the digits of a number: blanks, dashes, and marks that cannot be seen, as of
 * direction.
 */
export const withoutGaps = (text: string): string => text.replace(/[\s\p{Pd}\u2212\p{Cf}]/gu, '')

/**
 * A number as it was typed or pasted, in Latin digits and without what stands between them: a plus and
 * digits, or what is left of something else. Every search, count and limit by a number reads it so, so that
 * all of them take the same texts for numbers.
 */
export const plainNumber = (typed: string): string =>
  withoutGaps(latinDigits(typed.normalize('NFKC'))).replace(/[.()[\]]/g, '')

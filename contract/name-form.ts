/**
 * The one form of a person's name (rules.md §2.11): names are stored, compared and searched in it. No
 * dependency: browsers use this file too.
 */

/**
 * Brings a name, or what somebody types to find one, into the form in which equal names are equal strings.
 * Nothing that can be seen is lost: letters, case, titles, punctuation and masks stay.
 *
 * - Letters of a width or a style of their own become plain ones. Hence NFKC: NFC would leave `ＳＯＭＣＨＡＩ` as it
 *   is. NFKC also takes apart what Thai and Lao write as one sign (ำ, ຳ, ໝ, ໜ); these are put together again.
 * - The marks of a Thai or Lao letter come in one order, whichever was typed, because Unicode gives most of
 *   them none: vowel, tone, then ์ or ໌. A tone behind `า` and the like goes to its letter, a mark that was
 *   typed twice is one.
 * - `เเ` is `แ`, and Lao alike.
 * - Invisible signs and those for the direction of writing are left out; any blanks are one, none at the
 *   ends.
 */
export function nameForm(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text
  return (
    text
      .replace(invisible, '')
      .normalize('NFKC')
      .replace(invisible, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(syllable, (_, letter: string, before = '', vowel = '', behind = '', several = '') => {
        return letter + inOrder(before + behind + several) + vowel
      })
      .replace(/ํ([่-๋]*)า/g, '$1ำ')
      .replace(/ໍ([່-໋]*)າ/g, '$1ຳ')
      .replace(/เเ/g, 'แ')
      .replace(/ເເ/g, 'ແ')
      .replace(/ຫມ/g, 'ໝ')
      .replace(/ຫນ/g, 'ໜ')
      // Other scripts' marks may have lost their order to the above.
      .normalize('NFC')
  )
}

const invisible = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu

/** The marks in their order: below the letter, above it, tones, then those that silence it. */
const tones = '\u0e48\u0e49\u0e4a\u0e4b\u0ec8\u0ec9\u0eca\u0ecb'
const marks =
  '\u0ebc\u0e3a\u0eba\u0e38\u0e39\u0eb8\u0eb9' +
  '\u0e31\u0e34\u0e35\u0e36\u0e37\u0e47\u0eb1\u0eb4\u0eb5\u0eb6\u0eb7\u0ebb\u0e4d\u0ecd' +
  `${tones}\u0e4c\u0e4e\u0ecc\u0ece`

/**
 * A letter with several marks; or its marks, and ะ า ๅ or Lao ະ າ with tones behind it, where they never
 * belong.
 */
const syllable = new RegExp(
  `([\\u0e01-\\u0e2e\\u0e81-\\u0eae])(?:([${marks}]*)([\\u0e30\\u0e32\\u0e45\\u0eb0\\u0eb2])([${tones}]+)|([${marks}]{2,}))`,
  'g',
)

const eachMark = [...marks]
const inOrder = (run: string): string => eachMark.filter((mark) => run.includes(mark)).join('')

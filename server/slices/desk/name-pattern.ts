/** Thai and Lao marks: above and below a letter, and tones. */
const marks = '\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece'
const run = new RegExp(`([${marks}]+)([\u0e32\u0eb2]?)`, 'gu')

/**
 * A pattern of PostgreSQL that finds a name in a text that a bank wrote, with its marks in whatever order,
 * more than once, or behind the vowel; for texts in NFKC, in lower case and without invisible signs
 * (`plainWords`). Letters beyond a to z are found in both cases, since a database whose locale is C leaves
 * them as they are. It may find a little more than the name.
 * @param form a name in the form of `nameForm`, in lower case
 */
export const namePattern = (form: string): string =>
  form
    .normalize('NFKC')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(run, (_, signs: string, vowel: string) => {
      const all = `[${[...new Set(signs)].join('')}]`
      return vowel === '' ? `${all}+` : `${all}+${vowel}${all}*`
    })
    .replace(/(?![a-z])\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)
    .replace(/แ/g, '(?:แ|เเ)')
    .replace(/ແ/g, '(?:ແ|ເເ)')
    .replace(/ +/g, ' +')

/**
 * SQL: a text as `namePattern` is compared with it. Accents are taken off before and put on after `lower`,
 * which leaves an É as it is in a database without a locale.
 */
export const plainWords = (words: string): string =>
  `regexp_replace(normalize(lower(normalize(${words}, NFKD)), NFKC), '[\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]', '', 'g')`

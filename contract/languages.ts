/**
 * The languages of all texts (product.md §9), a line each, in the order in which they are offered: the code
 * that browsers, screen readers and `Intl` know (Lao is `lo`), and the language's own name, by which it is
 * called wherever one is chosen. All else follows from this table and the files `texts.{code}.json`. No
 * dependency: the browser uses this file too.
 */
const table = {
  th: ['th', 'ไทย'],
  la: ['lo', 'ລາວ'],
  en: ['en', 'English'],
} as const

export type Language = keyof typeof table
export const languages = Object.keys(table) as readonly Language[] as readonly [Language, ...Language[]]

/** The text in each language. */
export type Words = Readonly<Record<Language, string>>

export const inEachLanguage = <T>(make: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>

export const languageTags: Words = inEachLanguage((language) => table[language][0])
export const languageNames: Words = inEachLanguage((language) => table[language][1])

/** The language of a browser's code such as `lo`, or of its own. */
export const languageTagged = (code: string): Language | undefined =>
  languages.find(
    (language) => language === code.toLowerCase() || languageTags[language] === code.toLowerCase(),
  )

export const isLanguage = (code: unknown): code is Language => languages.some((language) => language === code)

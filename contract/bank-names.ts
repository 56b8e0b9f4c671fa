import { type Language, languages } from './languages.ts'

/**
 * The names of a bank as calls have them (product.md §3), one for each language: `nameTH`, `nameLA` … The
 * browser uses this file too.
 */
type NameKey = `name${Uppercase<Language>}`
export type BankNames = Record<NameKey, string>

const keyOf = (language: string) => `name${language.toUpperCase()}` as NameKey

export const inEachName = <T>(make: (language: Language) => T): Record<NameKey, T> =>
  Object.fromEntries(languages.map((language) => [keyOf(language), make(language)])) as Record<NameKey, T>

export const bankName = (bank: BankNames, language: string): string => bank[keyOf(language)] || bank.nameEN

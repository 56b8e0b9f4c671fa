import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inEachLanguage, type Language } from '@krapao/contract/languages.ts'

/**
 * The texts of a folder, `texts.{language}.json`. Their type is that of the English file, and a test compares
 * the keys of all (`server/app/tidy.test.ts`).
 * @param folder `import.meta.dirname` of the caller
 */
export const textsBeside = <T>(folder: string): Record<Language, T> =>
  inEachLanguage((language) => JSON.parse(readFileSync(join(folder, `texts.${language}.json`), 'utf8')))

/** A text with its values: `{{name}}` is where one of this name stands. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )

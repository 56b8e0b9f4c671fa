// The app's own texts, so that journeys find elements by the words that people see, in each language.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@krapao/contract/languages.ts'
import { wholeWords } from '../../web/build/whole-words.ts'

export { type Language, languages }

/**
 * The texts of the member app in one language: `t('account.login.submit')`, with `{{name}}` replaced from
 * `values`.
 */
export const textsOf = (language: Language) => readTexts('member', language)

/** The texts of the operators' console. */
export const consoleTextsOf = (language: Language) => readTexts('console', language)

const read = new Map<string, Texts>()

function readTexts(side: 'member' | 'console', language: Language): Texts {
  const name = `${side} ${language}`
  const texts = read.get(name) ?? textsIn(side, language)
  read.set(name, texts)
  return texts
}

function textsIn(side: 'member' | 'console', language: Language) {
  const folder = join(import.meta.dirname, '../..')
  const texts: Record<string, unknown> = {}
  const files = `{${side}/{app,frame,slices/*,slices/*/*},web/{bonus,chat,errors}}/texts.${language}.json`
  for (const file of globSync(files, { cwd: folder })) {
    merge(texts, JSON.parse(wholeWords(readFileSync(join(folder, file), 'utf8'), language)))
  }
  return (key: string, values: Record<string, string | number> = {}): string => {
    const text = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], texts)
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`)
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

export type Texts = ReturnType<typeof textsIn>

function merge(into: Record<string, unknown>, from: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(from)) {
    if (value && typeof value === 'object') {
      into[key] ??= {}
      merge(into[key] as Record<string, unknown>, value as Record<string, unknown>)
    } else into[key] = value
  }
}

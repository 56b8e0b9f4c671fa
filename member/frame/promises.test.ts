import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@krapao/contract/languages.ts'
import { describe, expect, it } from 'vitest'

/** Texts promise and claim nothing that the server has not confirmed. */

type Texts = { [key: string]: string | Texts }
const folder = join(import.meta.dirname, '../..')

/** All texts of one language by their full key. */
function textsOf(language: string): [key: string, text: string][] {
  const visit = (at: string, texts: Texts): [string, string][] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${at}.${key}`, value]] : visit(`${at}.${key}`, value),
    )
  return globSync(`{member/{frame,slices/*},web/{bonus,errors}}/texts.${language}.json`, {
    cwd: folder,
  }).flatMap((file) =>
    visit('', JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(
      ([key, text]) => [key.slice(1), text] as [string, string],
    ),
  )
}

const money = { th: /เงิน|ยอด/, la: /ເງິນ|ຍອດ/, en: /money|balance|lost|safe/i }
const condition = { th: /^ถ้า|[ \u00a0]ถ้า|หาก/, la: /^ຖ້າ|[ \u00a0]ຖ້າ|ຫາກ/, en: /\bif\b/i }

describe.each(languages)('in %s', (language) => {
  const texts = textsOf(language)
  const those = (keys: RegExp) => texts.filter(([key]) => keys.test(key))

  it('a text about checking says that money arrives only if the check succeeds', () => {
    const found = those(/^deposit\.(slip|gift)\.checking(Text|Long)$/).filter(([, text]) =>
      money[language].test(text),
    )
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter(([, text]) => !condition[language].test(text))).toEqual([])
  })

  it('the text of a server error claims nothing about the money', () => {
    const found = those(/^errorMsg\.(INTERNAL_SERVER_ERROR|SERVICE_UNAVAILABLE)$/)
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter(([, text]) => money[language].test(text))).toEqual([])
  })
})

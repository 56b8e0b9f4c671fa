import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guides } from '../slices/lookup/guides.ts'

/** No text promises or claims what the server did not say. */

type Texts = { [key: string]: string | Texts }
const folder = join(import.meta.dirname, '../..')

/** All texts of one language, by their whole key. */
function textsOf(language: string): [key: string, text: string][] {
  const visit = (at: string, texts: Texts): [string, string][] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${at}.${key}`, value]] : visit(`${at}.${key}`, value),
    )
  return globSync(`{member/{app,slices/*},web/errors}/texts.${language}.json`, { cwd: folder }).flatMap(
    (file) =>
      visit('', JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(
        ([key, text]) => [key.slice(1), text] as [string, string],
      ),
  )
}

const money = { th: /เงิน|ยอด/, la: /ເງິນ|ຍອດ/, en: /money|balance|lost|safe/i }
const condition = { th: /^ถ้า|[ \u00a0]ถ้า|หาก/, la: /^ຖ້າ|[ \u00a0]ຖ້າ|ຫາກ/, en: /\bif\b/i }
const bonus = { th: /โบนัส/, la: /ໂບນັດ/, en: /bonus/i }
const bonusPage = { th: /หน้าโบนัส|ไอคอนของขวัญ/, la: /ໜ້າໂບນັດ|ໄອຄອນຂອງຂວັນ/, en: /bonus page|gift icon/i }

describe.each(['th', 'la', 'en'] as const)('in %s', (language) => {
  const texts = textsOf(language)
  const those = (keys: RegExp) => texts.filter(([key]) => keys.test(key))

  it('what is checked may be refused: money arrives only if it is in order', () => {
    const found = those(/^deposit\.(slip|gift)\.checking(Text|Long)$/).filter(([, text]) =>
      money[language].test(text),
    )
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter(([, text]) => !condition[language].test(text))).toEqual([])
  })

  it('a fault of ours says nothing of the money, which nobody has looked at', () => {
    const found = those(/^errorMsg\.(INTERNAL_SERVER_ERROR|SERVICE_UNAVAILABLE)$/)
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter(([, text]) => money[language].test(text))).toEqual([])
  })

  it('no guide explains bonuses, and no refusal leads to their page, before there is one', () => {
    const shown = those(/^lookup\.howto\./).filter(([key]) =>
      guides.some((guide) => key.includes(`.${guide}.`)),
    )
    expect(shown.length).toBeGreaterThan(guides.length * 4)
    expect(shown.filter(([, text]) => bonus[language].test(text))).toEqual([])
    expect(those(/^errorMsg\./).filter(([, text]) => bonusPage[language].test(text))).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { expect, it, vi } from 'vitest'
import { startTexts } from './i18n.ts'

// A page without a brand, last used in Lao, on a device set to Russian. Browsers take `la` for Latin, have no
// plural rules for it and use those of the device's language.
vi.hoisted(() => {
  vi.stubGlobal('document', { getElementById: () => null, documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => 'la', setItem: () => {} })
  const Real = Intl.PluralRules
  class OnRussianDevice extends Real {
    constructor(locales?: string | string[], options?: Intl.PluralRulesOptions) {
      super(locales === 'la' ? 'ru' : locales, options)
    }
  }
  vi.spyOn(Intl, 'PluralRules').mockImplementation(OnRussianDevice as never)
})

/** Texts with a number in them, by their keys without the plural suffix. */
function countedIn(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object'
      ? countedIn(text, `${path}${key}.`)
      : key.endsWith('_other')
        ? [path + key.replace(/_other$/, '')]
        : [],
  )
}

it('Lao has a text for every number, whatever plural forms the device’s language has', async () => {
  await startTexts()
  expect(i18n.exists('errorMsg.NO_DATA')).toBe(true)
  expect(new Intl.PluralRules('la').select(3)).toBe('few')
  const rooms = ['.', '../slices/deposit', '../slices/desk', '../slices/desk/work', '../slices/operator']
  const keys = rooms.flatMap((room) =>
    countedIn(JSON.parse(readFileSync(`${import.meta.dirname}/${room}/texts.la.json`, 'utf8'))),
  )
  expect(keys.length).toBeGreaterThan(5)
  for (const key of keys) {
    for (const count of [0, 1, 2, 3, 5, 21, 100]) {
      const said = (i18n.t as (key: string, values: object) => string)(key, { count })
      expect(said, `${key} ${count}`).not.toBe(key)
    }
  }
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/project.ts'
import { i18n } from './i18n.ts'
import { useTranslation } from './use-translation.ts'

const files = globSync('{member,console,sandbox,web}/**/texts.{th,la,en}.json', {
  cwd: root,
  exclude: (path) => ['node_modules', 'dist'].includes(path),
})

function textsIn(value: unknown, path = ''): [string, string][] {
  if (value === null || typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, path === '' ? key : `${path}.${key}`))
}

type Translate = (key: string, values?: object) => string

/** What a component gets that is drawn now. */
function drawn(): Translate {
  let t = {}
  const Component = () => {
    t = useTranslation().t
    return null
  }
  renderToStaticMarkup(createElement(Component))
  return t as Translate
}

beforeEach(() => {
  i18n.add('en', {
    a: {
      plain: 'Deposit',
      empty: '',
      valued: 'Hello {{name}}',
      deep: 'By {{by.name}}',
      days_one: 'one day',
      days_other: '{{count}} days',
    },
  })
  i18n.add('la', { a: { plain: 'ຝາກເງິນ', days_one: '{{count}}', days_other: '{{count}} ມື້' } })
  i18n.choose('en')
})

describe('t', () => {
  it('gives a plain text as it is', () => {
    expect(drawn()('a.plain')).toBe('Deposit')
    expect(drawn()('a.empty')).toBe('')
  })

  it('fills the places of a text once, and leaves empty what is missing', () => {
    expect(drawn()('a.valued', { name: 'Noy' })).toBe('Hello Noy')
    expect(drawn()('a.valued', { name: '{{by}} $& $t(a.plain)', by: 'x' })).toBe(
      'Hello {{by}} $& $t(a.plain)',
    )
    expect(drawn()('a.deep', { by: { name: 'Noy' } })).toBe('By Noy')
    for (const values of [{}, { by: null }, { by: { name: null } }])
      expect(drawn()('a.deep', values)).toBe('By ')
    expect(drawn()('a.valued', { name: 0 })).toBe('Hello 0')
  })

  it('has a form for one in English, and none in Lao', () => {
    expect([0, 1, 2].map((count) => drawn()('a.days', { count }))).toEqual(['0 days', 'one day', '2 days'])
    i18n.choose('la')
    expect([0, 1, 2].map((count) => drawn()('a.days', { count }))).toEqual(['0 ມື້', '1 ມື້', '2 ມື້'])
  })

  it('gives the key of a text that is missing, or the default', () => {
    for (const key of ['a.missing', 'a', 'a.plain.more', 'a.constructor', 'b.plain'])
      expect(drawn()(key)).toBe(key)
    expect(drawn()('a.missing', { defaultValue: 'Other' })).toBe('Other')
    expect(['a.plain', 'a', 'a.missing'].map(i18n.exists)).toEqual([true, false, false])
  })

  it('is the same until another language is chosen, then another in that language', () => {
    const before = drawn()
    expect(drawn()).toBe(before)
    i18n.choose('la')
    expect(drawn()).not.toBe(before)
    expect(drawn()('a.plain')).toBe('ຝາກເງິນ')
  })

  it('texts that come later are added to those that are there', () => {
    i18n.add('en', { a: { more: 'More' } })
    expect([drawn()('a.plain'), drawn()('a.more')]).toEqual(['Deposit', 'More'])
  })

  it.each(files)('gives each text of %s as i18next does', async (file) => {
    const language = /(th|la|en)\.json$/.exec(file)?.[1] ?? ''
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8'))
    // Browsers have no plural forms for Lao under our name of it; like Thai it has one form for every number.
    const known = language === 'la' ? 'th' : language
    await i18next.init({
      lng: known,
      fallbackLng: false,
      interpolation: { escapeValue: false },
      returnNull: false,
      resources: { [known]: { translation: texts } },
    })
    i18n.add(language, texts)
    i18n.choose(language)
    const [t, other] = [drawn(), i18next.t as unknown as Translate]
    const found = textsIn(texts)
    expect(found.length).toBeGreaterThan(0)
    for (const [full, text] of found) {
      const key = full.replace(/_(one|other)$/, '')
      const places = [...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, place = '']) => place)
      const values = Object.fromEntries(
        places.map((place) => [place.split('.')[0], place.includes('.') ? { name: 'x' } : `<${place}>`]),
      )
      for (const given of [undefined, values, ...[0, 1, 2, 21].map((count) => ({ ...values, count }))])
        expect(t(key, given), `${key} ${JSON.stringify(given)}`).toBe(other(key, given))
    }
  })
})

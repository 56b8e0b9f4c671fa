import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../scripts/project.ts'
import { useTranslation } from './use-translation.ts'

const files = globSync('{member,console,sandbox,web}/**/texts.th.json', {
  cwd: root,
  exclude: (path) => ['node_modules', 'dist'].includes(path),
})

function keysIn(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, inner]) => keysIn(inner, path === '' ? key : `${path}.${key}`))
}

/** What a component gets that is drawn now. */
function drawn(): (key: string, values?: object) => string {
  let t = {}
  const Component = () => {
    t = useTranslation().t
    return null
  }
  renderToStaticMarkup(createElement(Component))
  return t as (key: string, values?: object) => string
}

beforeEach(() =>
  i18next.init({
    lng: 'en',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    resources: {
      en: {
        translation: {
          a: {
            plain: 'Deposit',
            empty: '',
            valued: 'Hello {{name}}',
            nested: 'To: $t(a.plain)',
            days_one: 'one day',
            days_other: '{{count}} days',
          },
        },
      },
      la: { translation: { a: { plain: 'ຝາກເງິນ' } } },
    },
  }),
)

describe('t', () => {
  it('gives a plain text as it is', () => {
    expect(drawn()('a.plain')).toBe('Deposit')
    expect(drawn()('a.empty')).toBe('')
  })

  it('leaves to i18next what has to be put together', () => {
    expect(drawn()('a.valued', { name: 'Noy' })).toBe('Hello Noy')
    expect(drawn()('a.nested')).toBe('To: Deposit')
    expect(drawn()('a.days', { count: 1 })).toBe('one day')
    expect(drawn()('a.days', { count: 2 })).toBe('2 days')
  })

  it('gives the key of a text that is missing, or the default', () => {
    expect(drawn()('a.missing')).toBe('a.missing')
    expect(drawn()('a.missing', { defaultValue: 'Other' })).toBe('Other')
  })

  it('is the same until another language is chosen, then another in that language', async () => {
    const before = drawn()
    expect(drawn()).toBe(before)
    await i18next.changeLanguage('la')
    expect(drawn()).not.toBe(before)
    expect(drawn()('a.plain')).toBe('ຝາກເງິນ')
  })

  it.each(files)('gives each text of %s as i18next does', (file) => {
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8'))
    i18next.addResourceBundle('en', 'translation', texts, true, true)
    const keys = keysIn(texts)
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.map((key) => drawn()(key))).toEqual(keys.map((key) => i18next.t(key as never)))
  })
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What people read has the same parts in all languages, in letters of its language and in the words of language.md. */

const root = join(import.meta.dirname, '../..')
const languages = ['th', 'la', 'en'] as const
type Language = (typeof languages)[number]

/** Texts of one file by their keys. A plural form counts as its key: only English has more than one. */
function textsIn(file: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') {
      const key = path.replace(/_(one|other)$/, '')
      found.set(key, [...(found.get(key) ?? []), value])
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`)
    }
  }
  walk(JSON.parse(readFileSync(join(root, file), 'utf8')), '')
  return found
}

const isBuiltOrForeign = (path: string) => ['node_modules', 'dist', 'testing'].includes(path)
const filesLike = (pattern: string) =>
  globSync(`{member,console,sandbox,web,server}/**/${pattern}`, {
    cwd: root,
    exclude: isBuiltOrForeign,
  }).sort()
const rooms = filesLike('texts.en.json').map((file) => file.replace(/texts\.en\.json$/, ''))
const lists = filesLike('content/{banks,sources}.json')

const placeholders = (texts: string[]) =>
  [...new Set(texts.flatMap((text) => text.match(/\{\{\w+/g) ?? []))].sort()

describe.each(rooms)('%s', (room) => {
  const en = textsIn(`${room}texts.en.json`)
  it.each(['th', 'la'] as const)('has the same texts with the same values in %s as in en', (language) => {
    const texts = textsIn(`${room}texts.${language}.json`)
    expect([...texts.keys()].sort()).toEqual([...en.keys()].sort())
    // A plural may leave its number out: "one minute ago".
    for (const [key, said] of texts) {
      expect([key, placeholders(said)]).toEqual([key, placeholders(en.get(key) ?? [])])
    }
  })
})

/** Everything that is said in a language, as `file: key: text`. */
const said = (language: Language): string[] =>
  rooms.flatMap((room) =>
    [...textsIn(`${room}texts.${language}.json`)].flatMap(([key, texts]) =>
      texts.map((text) => `${room}: ${key}: ${text}`),
    ),
  )
const all = () => [
  ...languages.flatMap(said),
  ...lists.flatMap((file) => [...textsIn(file)].map(([key, texts]) => `${file}: ${key}: ${texts.join(' ')}`)),
]

describe('letters', () => {
  it('Lao has no Thai letters but the sign of the baht, and Thai none of Lao', () => {
    // Each language is named in its own letters.
    const isName = (text: string) => /language\.(th|la): /.test(text)
    const withLetters = (language: Language, letters: RegExp) =>
      said(language).filter((text) => letters.test(text) && !isName(text))
    expect(withLetters('la', /[\u0e01-\u0e3a\u0e40-\u0e7f]/)).toEqual([])
    expect(withLetters('th', /[\u0e80-\u0eff]/)).toEqual([])
  })

  it('letters that have a sign of their own are not put together from two', () => {
    const parts = /\u0e4d\u0e32|\u0ecd\u0eb2|\u0eab[\u0e99\u0ea1]|[\u200b\ufeff]/
    expect(all().filter((text) => parts.test(text))).toEqual([])
  })
})

describe('words of language.md', () => {
  const rows = readFileSync(join(root, 'docs/language.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| English'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const banned = rows.flatMap(([, english, , , not = '']) =>
    not.split(', ').flatMap((word) => (word === '' ? [] : [{ word, english }])),
  )

  it('the table has its words', () => {
    expect(rows.length).toBeGreaterThan(40)
    expect(banned.length).toBeGreaterThan(25)
  })

  it.each(banned)('no text says “$word” ($english)', ({ word }) => {
    const latin = /^[a-z ]+$/.test(word)
    const pattern = new RegExp(latin ? `\\b${word}\\b` : word, 'i')
    expect(all().filter((text) => pattern.test(text))).toEqual([])
  })
})

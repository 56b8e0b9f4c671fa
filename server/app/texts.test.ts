import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@krapao/contract/languages.ts'
import { describe, expect, it } from 'vitest'

/**
 * What people read has the same parts in all languages, in letters of its language and in the words of
 * language.md.
 */

const root = join(import.meta.dirname, '../..')

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

const placeholders = (texts: string[]) =>
  [...new Set(texts.flatMap((text) => text.match(/\{\{\w+/g) ?? []))].sort()

describe.each(rooms)('%s', (room) => {
  const en = textsIn(`${room}texts.en.json`)
  it.each(languages)('has the same texts with the same values in %s as in en', (language) => {
    const texts = textsIn(`${room}texts.${language}.json`)
    expect([...texts.keys()].sort()).toEqual([...en.keys()].sort())
    // A plural may leave its number out: "one minute ago".
    for (const [key, said] of texts) {
      expect([key, placeholders(said)]).toEqual([key, placeholders(en.get(key) ?? [])])
    }
  })
})

/**
 * Files with texts in code: those with Thai or Lao letters. Tests say nothing to anybody, and names on a slip
 * are printed as banks print them.
 */
const codeFiles = globSync('{member,console,sandbox,web,server,contract,brands}/**/*.{ts,tsx,html,json}', {
  cwd: root,
  exclude: isBuiltOrForeign,
})
  .filter((file) => !/texts\.\w+\.json$|\.test\.tsx?$|printed-name\.ts$/.test(file))
  .filter((file) => /[\u0e00-\u0eff]/.test(readFileSync(join(root, file), 'utf8')))
  .sort()

/** The strings of such a file, but for comments and the words that a bot understands. */
function stringsIn(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8')
    .replace(/^\s*(\/\/|\/?\*).*$/gm, '')
    .replace(/keywords: \[[^\]]*\]/g, '')
  const strings = /\.html$/.test(file)
    ? [...code.matchAll(/"([^"]*)"|>([^<]+)</g)]
    : [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
  return strings.map((match) => match.slice(1).find((part) => part !== undefined) ?? '')
}

const languageOf = (text: string): Language =>
  /[\u0e80-\u0eff]/.test(text) ? 'la' : /[\u0e00-\u0e7f]/.test(text) ? 'th' : 'en'

/**
 * Texts in code, as `file: text`. English is only recognized beside the other languages, and as several
 * words.
 */
const inCode = codeFiles.flatMap((file) =>
  stringsIn(file)
    .map((text) => ({ language: languageOf(text), text, file }))
    .filter(({ language, text }) => language !== 'en' || / /.test(text)),
)

/** A text and where it is: its file or folder, and its key. */
interface Said {
  where: string
  text: string
}

/** Everything that is said in a language. */
const said = (language: Language): Said[] => [
  ...inTexts(language),
  ...inCode.filter((text) => text.language === language).map(({ file, text }) => ({ where: file, text })),
]
const inTexts = (language: Language): Said[] =>
  rooms.flatMap((room) =>
    [...textsIn(`${room}texts.${language}.json`)].flatMap(([key, texts]) =>
      texts.map((text) => ({ where: `${room}: ${key}`, text })),
    ),
  )
const all = () => languages.flatMap(said)
/** Those with something that may not be there, as they are shown when a test fails. */
const having = (texts: Said[], wrong: RegExp): string[] =>
  texts.filter(({ text }) => wrong.test(text)).map(({ where, text }) => `${where}: ${text}`)

it('texts in code are found', () => {
  const found = (language: Language, file: string) =>
    inCode.some((text) => text.language === language && text.file === file)
  for (const [file, language] of [
    ['brands/champa.json', 'la'],
    ['contract/own-brand.ts', 'th'],
    ['contract/dates.ts', 'la'],
  ] as const)
    expect([file, language, found(language, file)]).toEqual([file, language, true])
})

describe('letters', () => {
  it('Lao has no Thai letters but the sign of the baht, and Thai none of Lao', () => {
    // Each language is named in its own letters.
    const own = (language: Language) =>
      inTexts(language).filter(({ where }) => !/language\.(th|la)$/.test(where))
    expect(having(own('la'), /[\u0e01-\u0e3a\u0e40-\u0e7f]/)).toEqual([])
    expect(having(own('th'), /[\u0e80-\u0eff]/)).toEqual([])
  })

  it('letters that have a sign of their own are not put together from two', () => {
    const parts =
      /\u0e4d[\u0e48-\u0e4b]?\u0e32|\u0ecd[\u0ec8-\u0ecb]?\u0eb2|\u0eab[\u0e99\u0ea1]|[\u200b\ufeff]/
    expect(having(all(), parts)).toEqual([])
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

  /** Stems that are also the middle or the beginning of other words. */
  const alone: Record<string, RegExp> = {
    ກາດ: /(?<![ໂປອະ])ກາດ/,
    ແຊ: /ແຊ(?![ັກ])/,
    ລໍ: /(?<!ວົງ)ລໍ(?![ຖ້າ])(?!້)/,
    ວ່າງ: /(?<!ຫ)ວ່າງ/,
  }
  const patternOf = (word: string) =>
    alone[word] ?? new RegExp(/^[a-z ]+$/.test(word) ? `\\b${word}\\b` : word, 'i')
  /** A stem is looked for in the texts of its language. */
  const textsFor = (word: string) => said(languageOf(word))

  it.each(banned)('no text says “$word” ($english)', ({ word }) => {
    expect(having(textsFor(word), patternOf(word))).toEqual([])
  })

  it('members hear of our team, and of staff only in the console', () => {
    const rooms = /^(member|web\/chat|server\/slices\/(chat|lookup|push|account|statement))\//
    const forMembers = languages.flatMap(said).filter(({ where }) => rooms.test(where))
    expect(having(forMembers, /พนักงาน|ພະນັກງານ|\bstaff\b/i)).toEqual([])
  })

  it('a Lao question asks with ບໍ?', () => {
    // ບໍ is also the beginning of ບໍລິການ; "ຫຼື ບໍ່" at the end is "or not".
    const wrong = /ບໍ(?![່?]|ລິ)|ແມ່ນບໍ່|(?<!ຫຼື |^)ບໍ່\??$/
    expect(having(said('la'), wrong)).toEqual([])
  })

  it('Lao writes “and” and “or” between spaces', () => {
    const glued = /(^|[\s:])(ແລະ|ຫຼື)(?=[\u0e80-\u0eff])|ຫຼື(ບໍ່|ຍັງ)/
    expect(having(said('la'), glued)).toEqual([])
  })
})

describe('numbers in English', () => {
  /** Numbers that are never one. */
  const neverOne = ['min', 'digits', 'all', 'rows']
  /** Words that end like a plural, and follow a name or an amount. */
  const noPlurals = 'answers as decides differs has holds is needs pays plus says sees stays was wins'.split(
    ' ',
  )

  it.each(rooms)('%s has a form for one wherever it counts', (room) => {
    const texts: [string, string][] = []
    const walk = (value: unknown, path: string) => {
      if (typeof value === 'string') texts.push([path, value])
      else for (const [key, inner] of Object.entries(value as object)) walk(inner, `${path}.${key}`)
    }
    walk(JSON.parse(readFileSync(join(root, `${room}texts.en.json`), 'utf8')), '')
    const wrong = texts.filter(([key, text]) =>
      [...text.matchAll(/\{\{(\w+)\}\} ([a-z]+s)\b/g)].some(
        ([, number = '', word = '']) =>
          !noPlurals.includes(word) &&
          !neverOne.includes(number) &&
          !(number === 'count' && key.endsWith('_other')),
      ),
    )
    expect(wrong).toEqual([])
  })
})

it('the titles of pages are texts in the language of the page', () => {
  const pages = globSync('{member,console}/**/*.{ts,tsx}', { cwd: root, exclude: isBuiltOrForeign })
  const fixed = /(useTitle\(|document\.title = )['"`]/
  expect(pages.filter((file) => fixed.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

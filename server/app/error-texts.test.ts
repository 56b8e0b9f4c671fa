import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { errorsOf } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { commonErrors, type ErrorCode } from '@krapao/contract/errors.ts'
import { describe, expect, it } from 'vitest'

/**
 * Every error code has words on every screen that it can reach: which calls a screen makes is read from its source, which
 * codes they answer from the contract, and which texts it has from what it loads.
 */

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** What a screen has words for, whatever it calls. */
const general: ErrorCode[] = [...commonErrors.member, 'FORBIDDEN', 'REQUEST_LIMIT', 'NO_DATA']

const declared = new Map(
  Object.values(endpoints).map((one) => [`${one.method} ${one.path}`, one as (typeof endpoints)['transfer']]),
)

/** A source without what is said beside it. */
const codeOf = (file: string): string => read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/**
 * Files that a file imports when it is loaded, from the root; `import()` is another screen's own. Through a slice's
 * public.ts it reaches only the files of the names that it takes.
 */
function importsOf(file: string): string[] {
  const found = codeOf(file).matchAll(
    /^(?:import|export)\s+(?!type\s)([^'"`;]*?)\bfrom\s+'(\.[^']+|@krapao\/web\/[^']+)'/gm,
  )
  return [...found].flatMap(([, names = '', path = '']) => {
    const ours = path.replace(/^@krapao\//, '')
    const target = ours === path ? relative(root, join(root, dirname(file), path)) : ours
    if (!/\.tsx?$/.test(target)) return []
    return target.endsWith('/public.ts') ? sourcesOf(target, namesIn(names)) : [target]
  })
}

/** The names between braces that are more than types. */
const namesIn = (text: string): string[] =>
  text
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))

function sourcesOf(publicFile: string, wanted: string[]): string[] {
  const doors = codeOf(publicFile).matchAll(/^export\s+(?!type\s)\{([^}]*)\}\s+from\s+'([^']+)'/gm)
  return [...doors]
    .filter(([, names = '']) => namesIn(names).some((name) => wanted.includes(name)))
    .map(([, , path = '']) => relative(root, join(root, dirname(publicFile), path)))
}

/** Ways to other screens, and a file that names calls of others without making them. */
const noCalls = /app\/routes\.tsx$|desk\/refused-text\.ts$/

/** The calls that a screen makes: of its file and all that comes with it. */
function callsOf(file: string): Set<string> {
  const calls = new Set<string>()
  const seen = new Set<string>()
  const visit = (at: string): void => {
    if (seen.has(at) || noCalls.test(at)) return
    seen.add(at)
    for (const [, name] of codeOf(at).matchAll(/'((?:GET|POST|PUT|DELETE) \/api\/[^']+)'/g))
      calls.add(name as string)
    for (const next of importsOf(at)) visit(next)
  }
  visit(file)
  return calls
}

interface Screen {
  file: string
  /** Folders whose texts are there. */
  rooms: string[]
}

/** Every part that the member app loads on its own, with the slices whose texts it asks for. */
function memberScreens(): Screen[] {
  const lazily = /(?:plain|fetching|lazyModal)\(\s*\[([^\]]*)\],\s*\(\) =>\s*import\('([^']+)'\)/g
  const sources = globSync('member/{app,slices/*}/*.{ts,tsx}', { cwd: root }).sort()
  const lazy = sources.flatMap((source) =>
    [...read(source).matchAll(lazily)].map(([, slices = '', path = '']) => ({
      file: relative(root, join(root, dirname(source), path)),
      rooms: [...slices.matchAll(/'(\w+)'/g)].map(([, slice]) => `member/slices/${slice}`),
    })),
  )
  const shell = ['app', 'member-layout', 'visitor-layout'].map((name) => ({
    file: `member/app/${name}.tsx`,
    rooms: [],
  }))
  return [...lazy, ...shell].map(({ file, rooms }) => ({ file, rooms: ['member/app', ...rooms] }))
}

const textIn = (rooms: string[], language: string, names: string[], code: string): string | undefined => {
  for (const room of rooms) {
    const texts = JSON.parse(read(`${room}/texts.${language}.json`))
    for (const name of names) if (texts[name]?.[code]) return texts[name][code]
  }
  return undefined
}

/**
 * The codes of a screen that have no words there, by language.
 * @param unanswered the app's own codes for calls without an answer
 */
function missingOf({ file, rooms }: Screen, names: string[], unanswered: string[]): string[] {
  const calls = [...callsOf(file)]
  const codes = new Set<string>(calls.length > 0 ? [...general, ...unanswered] : [])
  for (const call of calls) {
    const known = declared.get(call)
    for (const code of known ? errorsOf(known) : [`unknown call ${call}`]) codes.add(code)
  }
  return ['th', 'la', 'en'].flatMap((language) =>
    [...codes]
      .filter((code) => [undefined, '', code].includes(textIn(rooms, language, names, code)))
      .map((code) => `${language} ${code}`),
  )
}

describe('the member app', () => {
  const screens = memberScreens()

  it('finds the screens and their calls', () => {
    expect(screens.length).toBeGreaterThan(18)
    const lazy = screens.map(({ file }) => file)
    expect(lazy).toContain('member/slices/deposit/deposit-modal.tsx')
    expect(callsOf('member/slices/deposit/deposit-modal.tsx')).toContain('POST /api/wallet/truelink')
    expect(callsOf('member/app/home-page.tsx')).not.toContain('POST /api/wallet/truelink')
  })
  it('leaves no part out', () => {
    const known = new Set(screens.map(({ file }) => file))
    const pages = readdirDeep('member/slices').filter((file) => /-(page|modal)\.tsx$/.test(file))
    // Pieces of a screen, which has loaded their texts.
    const pieces = ['bare-page', 'guide-modal'].map((name) => `member/slices/lookup/${name}.tsx`)
    expect(pages.filter((file) => !known.has(file))).toEqual(pieces)
  })
  it.each(screens)('$file has words for every code that can reach it', (screen) =>
    expect(missingOf(screen, ['errorMsg'], ['NETWORK', 'NOT_SENT'])).toEqual([]),
  )
})

it('the console has words for every code that can reach it', () => {
  const rooms = ['console/app', 'console/slices/operator', 'console/slices/desk']
  expect(
    missingOf({ file: 'console/app/app.tsx', rooms }, ['operatorMsg', 'errorMsg'], ['NETWORK', 'UNREACHED']),
  ).toEqual([])
})

it('what answers without an error has words, too', () => {
  for (const code of ['OK', 'SUCCESS']) {
    for (const language of ['th', 'la', 'en'])
      expect(textIn(['member/app'], language, ['errorMsg'], code)).not.toBe(undefined)
  }
})

function readdirDeep(folder: string): string[] {
  return globSync(`${folder}/**/*.tsx`, { cwd: root }).sort()
}

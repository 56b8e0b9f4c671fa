import { spawn } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './project.ts'

/**
 * A language is a line of contract/languages.ts and its texts, and a gateway a line of
 * contract/qr-gateways.ts (decision 0072). Here a copy of the repository gets a fourth language, with the
 * English texts behind a prefix, and a seventh gateway; types, texts and schemas then have to be right with
 * no other file touched.
 */

const folders = 'brands contract console docs member sandbox scripts server web'.split(' ')
const isLeftOut = (path: string): boolean =>
  /(^|\/)(node_modules|dist|\.cache|public|images|migrations)(\/|$)|\.(test\.tsx|webp|mp4|png)$/.test(path)

let copy: string
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'krapao-kinds-'))
  for (const folder of folders)
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !isLeftOut(path.slice(root.length)),
    })
  for (const file of globSync('*.{json,ts}', { cwd: root })) cpSync(join(root, file), join(copy, file))
  await linkPackages()
  addLine('contract/languages.ts', "  en: ['en', 'English'],\n", "  xx: ['xx', 'Xx'],\n")
  addLine(
    'contract/qr-gateways.ts',
    'export const qrGateways = {\n',
    "  SEVEN: { currency: 'THB', minimum: 7, quick: [7, 77] },\n",
  )
  const english = globSync('**/texts.en.json', { cwd: copy, exclude: ['**/node_modules'] })
  expect(english.length).toBeGreaterThan(30)
  for (const file of english)
    write(file.replace('.en.', '.xx.'), JSON.stringify(marked(JSON.parse(read(file))), null, 2))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const read = (file: string): string => readFileSync(join(copy, file), 'utf8')
const write = (file: string, text: string): void => writeFileSync(join(copy, file), text)

function addLine(file: string, after: string, line: string): void {
  const text = read(file)
  expect(text).toContain(after)
  write(
    file,
    text.replace(after, () => `${after}${line}`),
  )
}

/** The same texts behind a prefix. */
function marked(texts: unknown): unknown {
  if (typeof texts === 'string') return `xx ${texts}`
  if (Array.isArray(texts)) return texts.map(marked)
  return Object.fromEntries(Object.entries(texts as object).map(([key, inner]) => [key, marked(inner)]))
}

/** The packages of the repository, but for its own, which are the copy's. */
async function linkPackages(): Promise<void> {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@krapao'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@krapao' && !/^\.(vite|cache)/.test(name))
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const file of globSync('*/package.json', { cwd: copy })) {
    const folder = dirname(file)
    symlinkSync(join('../..', folder), join(modules, '@krapao', basename(folder)))
  }
  symlinkSync(join(root, 'server/node_modules'), join(copy, 'server/node_modules'))
}

/** Runs a tool in the copy. @returns what it printed, if it failed */
const failureOf = (file: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^VITEST|^UNIT_REPORT$/.test(name)),
    )
    const child = spawn(process.execPath, [join(root, 'node_modules', file), ...args], { cwd: copy, env })
    let said = ''
    child.stdout.on('data', (part) => (said += part))
    child.stderr.on('data', (part) => (said += part))
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? '' : said.slice(-20_000)))
  })

it('the types of contract and server know a fourth language and a seventh gateway', async () => {
  write(
    'tsconfig.kinds.json',
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      include: ['contract', 'server'],
      exclude: ['**/*.test.ts', '**/testing', '**/node_modules'],
    }),
  )
  expect(await failureOf('typescript/bin/tsc', '-p', 'tsconfig.kinds.json')).toBe('')
}, 240_000)

it('its texts, the contract and its schemas are right', async () => {
  const suites = [
    'contract/qr-gateways.test.ts',
    'contract/dates.test.ts',
    'contract/slices/campaign',
    'contract/slices/chat',
    'server/app/texts.test.ts',
    'server/app/code-texts.test.ts',
    'server/app/schemas.test.ts',
    'server/slices/account/sms-text.test.ts',
    'console/slices/desk/words/labels.test.ts',
  ]
  expect(await failureOf('vitest/vitest.mjs', 'run', '--no-color', ...suites)).toBe('')
}, 240_000)

it('nothing of them is spelled out elsewhere', async () => {
  const named = '^(languages|texts) '
  expect(
    await failureOf('vitest/vitest.mjs', 'run', '--no-color', 'server/app/tidy.test.ts', '-t', named),
  ).toBe('')
}, 240_000)

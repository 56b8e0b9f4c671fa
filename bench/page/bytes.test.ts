import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildBrowserCode } from '../../scripts/builds.ts'
import { root } from '../../scripts/project.ts'
import { aims, chatAims } from './aims.ts'

/** JavaScript of a page as `npm run bench:page` counts it, from the build's list of its files instead of a browser. */

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

const dist = join(root, 'member/dist')
let chunks: Record<string, Chunk> = {}

beforeAll(async () => {
  expect(await buildBrowserCode()).toBe(true)
  chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
})

/** The one chunk whose source has this ending. */
function named(ending: string): string {
  const found = Object.keys(chunks).filter((name) => `/${name}`.endsWith(`/${ending}`))
  expect(found, ending).toHaveLength(1)
  return found[0] ?? ''
}

/** The files that a browser loads for these chunks and the app's first script. */
function filesOf(wanted: string[]): string[] {
  const seen = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const other of chunks[name]?.imports ?? []) add(other)
  }
  for (const name of [...Object.keys(chunks).filter((name) => chunks[name]?.isEntry), ...wanted]) add(name)
  return [...seen].flatMap((name) => chunks[name]?.file ?? []).filter((file) => file.endsWith('.js'))
}

const bytesOf = (files: string[]): number =>
  files
    .map((file) => join(dist, `${file}.gz`))
    // The first script is empty if all it does is in other chunks; then the page names those.
    .filter(existsSync)
    .reduce((sum, file) => sum + statSync(file).size, 0)

const ofEveryPage = ['errors/texts.th.visitor', 'app/texts.th.json']

it.each([
  ['login', ['account/login-page.tsx', 'account/texts.th.json'], ['home-page', 'esm', 'query']],
  [
    'dashboard',
    [
      'app/member-layout.tsx',
      'app/home-page.tsx',
      'app/queries.tsx',
      'socket.io-client/build/esm/index.js',
      'errors/texts.th.member',
      'wallet/texts.th.json',
      'game/texts.th.json',
    ],
    ['login-page', 'deposit-modal', 'withdraw-modal', 'transfer-modal', 'game-account-modal'],
  ],
] as const)('the JavaScript of %s stays within its limit', (page, parts, absent) => {
  const files = filesOf([...ofEveryPage, ...parts].map(named))
  expect(files.length).toBeGreaterThan(parts.length)
  expect(files.filter((file) => absent.some((name) => file.includes(`/${name}-`)))).toEqual([])
  expect(bytesOf(files)).toBeGreaterThan(50_000)
  expect(bytesOf(files)).toBeLessThanOrEqual(aims[page].js)
})

it('the chat costs a page nothing but its button until it is opened', () => {
  const login = filesOf([...ofEveryPage, 'account/login-page.tsx'].map(named))
  const beyond = (parts: string[]) => filesOf(parts.map(named)).filter((file) => !login.includes(file))
  const button = beyond(['chat/chat-corner.tsx'])
  expect(login.filter((file) => /\/(chat-corner|panel|esm)-/.test(file))).toEqual([])
  expect(button.filter((file) => /\/(panel|esm)-/.test(file))).toEqual([])
  expect(bytesOf(button)).toBeGreaterThan(1000)
  expect(bytesOf(button)).toBeLessThanOrEqual(chatAims.button)
  const opened = beyond([
    'chat/chat-corner.tsx',
    'chat/chat-frame.tsx',
    'chat/panel.tsx',
    'chat/texts.th.json',
    'errors/texts.th.member',
    'socket.io-client/build/esm/index.js',
  ])
  expect(opened.length).toBeGreaterThan(4)
  expect(bytesOf(opened)).toBeLessThanOrEqual(chatAims.opened)
})

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildBrowserCode } from '../../scripts/builds.ts'
import { root } from '../../scripts/project.ts'
import { aims, chatAims, firstScreenAims } from './aims.ts'

/** JavaScript of a page, from the build's list of its files instead of a browser. */

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

const dist = join(root, 'member/dist')
let chunks: Record<string, Chunk> = {}
let page = ''

beforeAll(async () => {
  expect(await buildBrowserCode()).toBe(true)
  chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  page = readFileSync(join(dist, 'index.html'), 'utf8')
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

/** The files that the page itself names: for everybody, and for a first screen in Thai. */
function firstFilesOf(screen: 'login' | 'home'): string[] {
  const everybodys = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  const [, ofScreens = '{}'] = /\((\{"login":.*?\})\[dataset/s.exec(page) ?? []
  const own: string[] = JSON.parse(ofScreens)[screen].th
  return [...new Set([...everybodys, ...own.map((address) => address.slice(1))])]
}

it.each([
  ['login', 'login', [], ['home', 'home-page', 'socket-client', 'query']],
  [
    'dashboard',
    'home',
    ['live/socket-client.ts'],
    ['login-page', 'deposit-modal', 'withdraw-modal', 'transfer-modal', 'game-account-modal'],
  ],
] as const)('the JavaScript of %s stays within its limit', (name, screen, parts, absent) => {
  const files = [...new Set([...firstFilesOf(screen), ...filesOf(parts.map(named))])]
  expect(files.length).toBeGreaterThan(6)
  expect(files.filter((file) => absent.some((name) => file.includes(`/${name}-`)))).toEqual([])
  expect(bytesOf(files)).toBeGreaterThan(30_000)
  expect(bytesOf(files)).toBeLessThanOrEqual(firstScreenAims[name])
})

it.each([
  ['login', 'login', ['account/passkey/passkey-login.tsx']],
  [
    'dashboard',
    'home',
    [
      'live/socket-client.ts',
      'outcome/bell.tsx',
      'outcome/ended-row.tsx',
      'outcome/texts.th.json',
      'statement/texts.th.json',
    ],
  ],
] as const)('with what %s loads once it is idle, too', (name, screen, parts) => {
  const files = [...firstFilesOf(screen), ...filesOf(['chat/chat-corner.tsx', ...parts].map(named))]
  expect(bytesOf([...new Set(files)])).toBeLessThanOrEqual(aims[name].js)
})

it('the chat costs a page nothing but its button until it is opened', () => {
  const before = firstFilesOf('login')
  const beyond = (parts: string[]) => filesOf(parts.map(named)).filter((file) => !before.includes(file))
  const button = beyond(['chat/chat-corner.tsx'])
  expect(before.filter((file) => /\/(chat-corner|panel|socket-client)-/.test(file))).toEqual([])
  expect(button.filter((file) => /\/(panel|socket-client)-/.test(file))).toEqual([])
  expect(bytesOf(button)).toBeGreaterThan(1000)
  expect(bytesOf(button)).toBeLessThanOrEqual(chatAims.button)
  const opened = beyond([
    'chat/chat-corner.tsx',
    'chat/chat-frame.tsx',
    'chat/panel.tsx',
    'chat/texts.th.json',
    'errors/texts.th.member',
    'live/socket-client.ts',
  ])
  expect(opened.length).toBeGreaterThan(4)
  expect(bytesOf(opened)).toBeLessThanOrEqual(chatAims.opened)
})

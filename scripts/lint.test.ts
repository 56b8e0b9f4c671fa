import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root, tool } from './project.ts'

/** The rules of our own in biome.json and scripts/lint: what they refuse, and what they let pass. */

/** A folder with these rules, apart from the files that other tests read. */
const folder = mkdtempSync(join(tmpdir(), 'krapao-lint-'))
beforeAll(() => {
  const {
    $schema: _schema,
    vcs: _vcs,
    ...config
  } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
  cpSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

function isRefused(code: string): boolean {
  writeFileSync(
    join(folder, 'example.ts'),
    `declare const change: (x: unknown) => void\ndeclare const x: never\n${code}\n`,
  )
  const [command = '', ...args] = tool('biome', 'lint', 'example.ts')
  return spawnSync(command, args, { cwd: folder }).status !== 0
}

it.each([
  ['storage of the browser’s own', `localStorage.getItem('a')`, true],
  ['a cancelled question', 'x.cancelQueries({})', true],
  [
    'a spread in an async function',
    'export async function a(): Promise<void> { change({ ...x, b: await x }) }',
    true,
  ],
  ['one in an async method', 'export const a = { async b() { change({ ...x, c: await x }) } }', true],
  ['one in an async arrow', 'export const a = async (): Promise<void> => change([...x, await x])', true],
  ['one after a promise', 'x.then((b: number) => change({ ...x, b }))', true],
  [
    'a function of what is there now',
    'export const a = async () => change((now: object) => ({ ...now }))',
    false,
  ],
  ['a spread at once', 'export const a = () => change({ ...x, b: 1 })', false],
])('%s', (_, code, refused) => expect(isRefused(code)).toBe(refused))

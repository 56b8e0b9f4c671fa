import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cut, readFaces } from './letters.ts'

const root = join(import.meta.dirname, '../..')
/** Loaded only by a page that shows one of its letters. */
const isRare = (name: string) => name.endsWith('-others')
/** In no font that we ship; phones have it. */
const ofPhones = '→'

it('every text of the two apps is drawn with the letters that all pages load', async () => {
  const known = new Set(
    (await readFaces()).flatMap(({ name, text }) => (isRare(name) ? [] : [...text])).concat(ofPhones),
  )
  const files = globSync('{member,web,console}/**/texts.*.json', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  })
  expect(files.length).toBeGreaterThan(60)
  const missing = files.flatMap((file) => {
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8')) as object
    return [...new Set(JSON.stringify(texts))]
      .filter((letter) => !known.has(letter))
      .map((letter) => `${file}: U+${letter.codePointAt(0)?.toString(16)}`)
  })
  expect(missing).toEqual([])
})

it('no two files have the same letter, except those that every script uses', async () => {
  const seen = new Map<string, number>()
  for (const { text } of await readFaces())
    for (const letter of text) seen.set(letter, (seen.get(letter) ?? 0) + 1)
  expect([...seen].filter(([, count]) => count > 1).map(([letter]) => letter)).toEqual(['\u25cc'])
})

it('the letters of a first screen are light', async () => {
  const bytes = new Map<string, number>()
  for (const face of await readFaces()) bytes.set(face.name, (await cut(face)).byteLength)
  const latin = bytes.get('latin') ?? Number.NaN
  for (const name of ['thai', 'lao']) {
    const both = (bytes.get(name) ?? Number.NaN) + latin
    expect(both, name).toBeGreaterThan(15_000)
    expect(both, name).toBeLessThanOrEqual(27_000)
  }
})

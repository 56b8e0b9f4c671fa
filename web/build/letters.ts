import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The fonts that the files named in ui/fonts.css are cut from. */
const fonts: Record<string, string> = {
  thai: '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
  lao: '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2',
  latin: '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-latin-wght-normal.woff2',
  'latin-others': '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-latin-wght-normal.woff2',
}

const made = join(import.meta.dirname, '../../.cache/letters')

/**
 * Cuts the fonts to the letters and weights that ui/fonts.css says, before the page is built: together they
 * are half as large as the files of the packages, and a phone on 3G waits for them. A letter that is left out
 * is drawn in a font of the phone.
 */
export const letters = (): Plugin => ({
  name: 'letters',
  async config() {
    await mkdir(made, { recursive: true })
    for (const face of await readFaces()) {
      // Renamed when it is whole, because two pages may make it at the same time, also in one process.
      const draft = join(made, `${face.name}.${randomUUID()}`)
      await writeFile(draft, await cut(face))
      await rename(draft, join(made, `${face.name}.woff2`))
    }
    return { resolve: { alias: [{ find: '@krapao/letters', replacement: made }] } }
  },
})

/** One file of ui/fonts.css: its letters as one text, and its weights. */
interface Face {
  name: string
  text: string
  weights: { min: number; max: number }
}

/** The files that ui/fonts.css names. */
export async function readFaces(): Promise<Face[]> {
  const source = await readFile(join(import.meta.dirname, '../ui/fonts.css'), 'utf8')
  return [...source.matchAll(/@font-face \{(.*?)\n\}/gs)].map(([, face = '']) => {
    const [, name = ''] = /url\("@krapao\/letters\/([\w-]+)\.woff2"\)/.exec(face) ?? []
    const [, min, max] = /font-weight: (\d+) (\d+);/.exec(face) ?? []
    const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    const points = ranges.flatMap(([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at)
    })
    return { name, text: String.fromCodePoint(...points), weights: { min: Number(min), max: Number(max) } }
  })
}

/** The file of a face, as WOFF2. */
export async function cut({ name, text, weights }: Face): Promise<Uint8Array> {
  const font = fonts[name]
  if (!font) throw new Error(`ui/fonts.css: no font is known for ${name}`)
  const whole = await readFile(createRequire(import.meta.url).resolve(font))
  return subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: weights } })
}

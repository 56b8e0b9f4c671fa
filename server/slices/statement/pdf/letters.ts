import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The letters of a statement: the app's own, one file for each script. */

/** TrueType, which a PDF embeds. */
const files = {
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  lao: '@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf',
  latin: '@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf',
} as const
/** The same as browsers take them. */
const webFiles = {
  thai: '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
  lao: '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2',
  latin: '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-latin-wght-normal.woff2',
} as const
export type Script = keyof typeof files
export type Letters = Record<Script, Buffer>

let letters: Promise<Letters> | undefined

/** Read once, when the first statement is drawn. */
export function readLetters(): Promise<Letters> {
  letters ??= read()
  // The next one tries again.
  letters.catch(() => {
    letters = undefined
  })
  return letters
}

/** The file of a script, as browsers take it. */
export const readWoff2 = (script: Script): Promise<Buffer> => readFont(webFiles[script])

const readFont = (file: string): Promise<Buffer> => readFile(createRequire(import.meta.url).resolve(file))

async function read(): Promise<Letters> {
  const read = async (script: Script) => [script, await readFont(files[script])] as const
  return Object.fromEntries(await Promise.all((Object.keys(files) as Script[]).map(read))) as Letters
}

export interface Run {
  script: Script
  text: string
}

/**
 * A text in parts of one script each; what none of the scripts has, such as a picture in a name, is left out.
 */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const sign of text) {
    const script = scriptOf(sign)
    const last = runs.at(-1)
    if (script === undefined) continue
    if (last?.script === script) last.text += sign
    else runs.push({ script, text: sign })
  }
  return runs
}

/** Whether a text has letters of these scripts only, so that nothing of it is left out. */
export const canWrite = (text: string): boolean =>
  Array.from(text).every((sign) => scriptOf(sign) !== undefined)

function scriptOf(sign: string): Script | undefined {
  const code = sign.codePointAt(0) ?? 0
  if (code >= 0x0e00 && code <= 0x0e7f) return 'thai'
  if (code >= 0x0e80 && code <= 0x0eff) return 'lao'
  const isLatin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)
  return isLatin || /[–—‘’“”…−]/.test(sign) ? 'latin' : undefined
}

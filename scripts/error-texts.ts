import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { errorsOf } from '../contract/endpoint.ts'
import * as endpoints from '../contract/endpoints.ts'
import { root } from './project.ts'

/**
 * The codes that a visitor's screen may have to explain: those of the calls without a login, and of no
 * answer.
 */
const ofVisitors = new Set<string>([
  ...Object.values(endpoints)
    .filter(({ access }) => access === 'visitor')
    .flatMap((call) => errorsOf(call)),
  'NETWORK',
  'NOT_SENT',
])

type Part = 'visitor' | 'member'

/** The texts of one part. */
export const ofPart = (part: Part, texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([code]) => ofVisitors.has(code) === (part === 'visitor')))

/**
 * Divides the texts of error codes at build time, because the login page needs a third of them: an import of
 * `texts.th.json?visitor` has the codes that visitors may meet, and `?member` all others.
 */
export function errorTexts(): Plugin {
  return {
    name: 'error-texts',
    // Before Vite makes a module of the JSON.
    enforce: 'pre',
    resolveId(source) {
      const [, language, part] = /\/errors\/texts\.(\w+)\.json\?(visitor|member)$/.exec(source) ?? []
      return part && `\0errors/texts.${language}.${part}`
    },
    load(id) {
      const [, language, part] = /^\0errors\/texts\.(\w+)\.(visitor|member)$/.exec(id) ?? []
      if (!part) return undefined
      const file = join(root, `web/errors/texts.${language}.json`)
      this.addWatchFile(file)
      const { errorMsg } = JSON.parse(readFileSync(file, 'utf8')) as { errorMsg: Record<string, string> }
      const code = `export default ${JSON.stringify({ errorMsg: ofPart(part as Part, errorMsg) })}`
      return { code, moduleType: 'js' }
    },
  }
}

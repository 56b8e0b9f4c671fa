// Which parts of an app are fetched on their own, read from its source.

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The names of the files and packages that an app imports only when they are needed, in order, each once. */
export function lazyParts(side: 'member' | 'console'): string[] {
  const folder = join(import.meta.dirname, '../..', side)
  const sources = globSync('{*,{app,ui,slices}/**/*}.{ts,tsx}', { cwd: folder }).filter(
    (file) => !/\.test\.tsx?$|\.d\.ts$/.test(file),
  )
  const found = sources.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    return [...source.matchAll(/\bimport(?:\.meta\.glob\b[^(]*)?\(\s*'([^']+)'/g)].map(([, path = '']) =>
      basename(path).replace(/\.tsx?$/, ''),
    )
  })
  return [...new Set(found)].sort()
}

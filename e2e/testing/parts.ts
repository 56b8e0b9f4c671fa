// Finds the separately loaded parts of an app, by its source.

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The files and packages that an app imports on demand, in order, each once. */
export function lazyParts(side: 'member' | 'console'): string[] {
  const folder = join(import.meta.dirname, '../..', side)
  const sources = globSync('{*,{app,frame,ui,slices}/**/*}.{ts,tsx}', { cwd: folder }).filter(
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

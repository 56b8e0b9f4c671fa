import { readFileSync } from 'node:fs'

/** The version of this build: package.json at the root is the one place that states it. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

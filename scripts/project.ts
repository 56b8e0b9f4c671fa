// The folders of the project, and how its tools are started.

import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
export const cache = join(root, '.cache')

const tools = {
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
}

/** The command line that runs an installed tool under the current Node (24), not under that of PATH. */
export const tool = (name: keyof typeof tools, ...args: string[]) => [
  process.execPath,
  join(root, 'node_modules', tools[name]),
  ...args,
]

/**
 * How Node runs the server: a small young generation keeps its memory low under load, without a measurable
 * loss of speed.
 */
export const serverFlags = ['--max-semi-space-size=8']

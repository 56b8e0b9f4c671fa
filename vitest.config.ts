import { defineConfig } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'

// A test that hangs is found all the same; one on a slow machine with two cores is let end.
const node = {
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000 } },
} as const

export default defineConfig({
  test: {
    // Processes, not threads: tests start servers and databases, and some kill them.
    pool: 'forks',
    // One process runs file after file, so the server's modules are loaded and compiled once and not for each file.
    isolate: false,
    // More than the two processors of the smallest machine, because tests often wait for the database or for a node.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Tests of one file that run at the same time, each with nodes that need connections to PostgreSQL.
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'server',
          globalSetup: './server/testing/run.ts',
          include: ['{server,contract,sandbox,bench,scripts}/**/*.test.ts', '*.test.ts'],
        },
      },
      { extends: true, test: { ...node, name: 'web', include: ['web/**/*.test.ts'] } },
      { extends: true, test: { ...node, name: 'member', include: ['member/**/*.test.ts'] } },
      { extends: true, test: { ...node, name: 'console', include: ['console/**/*.test.ts'] } },
    ],
  },
})

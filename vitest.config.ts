import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromiumArguments } from './scripts/chromium.ts'
import LongestFirst from './scripts/longest-first.ts'

// A test that hangs is found all the same; one on a slow machine with two cores is let end.
const node = {
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
} as const

/**
 * Components, in a window of a real browser as most people have it; their app's own configuration compiles
 * them.
 */
const parts = (
  app: 'member' | 'console',
  { viewport, ...which }: { name: string; include: string[]; viewport: { width: number; height: number } },
): TestProjectInlineConfiguration => ({
  extends: `./${app}/vite.config.ts`,
  // The console's own pages are under another one.
  base: '/',
  test: {
    ...which,
    root: import.meta.dirname,
    setupFiles: `./${app}/testing/start.ts`,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '', args: chromiumArguments },
        contextOptions: { locale: 'th-TH', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})

export default defineConfig({
  test: {
    // Processes, not threads: tests start servers and databases, and some kill them.
    pool: 'forks',
    // One process runs file after file, so the server's modules are loaded and compiled once and not for each
    // file.
    isolate: false,
    // More than the two processors of the smallest machine, because tests often wait for the database or for
    // a node.
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
      parts('member', {
        name: 'parts',
        include: ['{web,member}/**/*.test.tsx'],
        viewport: { width: 390, height: 844 },
      }),
      parts('console', {
        name: 'console-parts',
        include: ['console/**/*.test.tsx'],
        viewport: { width: 1280, height: 800 },
      }),
    ],
  },
})

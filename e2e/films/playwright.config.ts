// `npm run films`: the how-to films are recorded like journeys, on a server of their own.

import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '**/*.film.ts',
  globalSetup: '../testing/setup.ts',
  // One at a time: a film of a page that waits for the processor stutters.
  workers: 1,
  timeout: 300_000,
  projects: [{ name: 'films' }],
})

// `npm run films`: the how-to films are recorded like journeys, on a server of their own.

import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import { density } from './view.ts'

const { launchOptions } = journeys.use ?? {}

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '**/*.film.ts',
  globalSetup: '../testing/setup.ts',
  // One at a time: a film of a page that waits for the processor stutters.
  workers: 1,
  timeout: 300_000,
  use: {
    ...journeys.use,
    launchOptions: {
      ...launchOptions,
      // The browser hands over its pictures in the pixels of its own screen, whatever that of the page is
      // said to have.
      args: [...(launchOptions?.args ?? []), `--force-device-scale-factor=${density}`],
    },
  },
  projects: [{ name: 'films' }],
})

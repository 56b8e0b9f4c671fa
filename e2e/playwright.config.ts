// Journeys of a person through the real product: the server as `npm start` runs it, on data folders of its
// own, in Chromium, on a phone and on a desktop.

import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArguments } from '../scripts/chromium.ts'
import { ensure } from '../scripts/debian.ts'
import { root } from '../scripts/project.ts'

// The runner reads this file first, and each of its workers reads it again with the environment that the
// runner left.
process.env.CHROMIUM_PATH ||= await ensure('chromium')
const { CHROMIUM_PATH = '', E2E_REPORT, CI } = process.env

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './testing/setup.ts',
  // Each worker has a server of its own, so that journeys that run at the same time share nothing.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(CI),
  // On a machine that is busy with something else, too, a page may take many times what it takes alone.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: E2E_REPORT ? [['list'], ['json', { outputFile: E2E_REPORT }]] : [['list']],
  use: {
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // Journeys answer for the server here and there, and files that a worker kept would never be asked of
    // them. The worker has a journey of its own.
    serviceWorkers: 'block',
    // Drawing what moves takes a fifth of the processor. Journeys with motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A click that finds no element fails soon, instead of using up the time of the whole journey.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Recording a trace of every journey takes a third more time, and a picture of a failed one shows most of
    // it.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: chromiumArguments,
    },
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop|@deep/,
      // One pixel for each of a phone's two or three: the processor draws them here, and no journey looks at
      // single pixels.
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
    {
      name: 'desktop',
      // Journeys that do not depend on the screen's width, or set it themselves, run in one project only:
      // these files, and journeys tagged with the other project's name. Those tagged @deep run with DEEP=1
      // only.
      testIgnore:
        /(connection|guards|lao|lao-announced|large-text|registration|sessions|variants)\.journey\.ts$/,
      grepInvert: /@phone|@deep/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})

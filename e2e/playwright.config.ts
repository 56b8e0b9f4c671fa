// Journeys of a person through the real product: the server as `npm start` runs it, on data folders of its own, in
// Chromium, on a phone and on a desktop.

import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ensure } from '../scripts/debian.ts'
import { root } from '../scripts/project.ts'

// This file is read by the runner and again by each of its workers, which inherit what the runner found out.
process.env.CHROMIUM_PATH ||= await ensure('chromium')
const { CHROMIUM_PATH = '', E2E_REPORT, CI } = process.env

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './testing/first-start.ts',
  // Each worker has a server of its own: journeys that run at the same time share nothing.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(CI),
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: E2E_REPORT ? [['list'], ['json', { outputFile: E2E_REPORT }]] : [['list']],
  use: {
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // A click that finds nothing says so soon, instead of using up the time of the whole journey.
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A trace of every journey costs a third more time; a picture of what failed says most of it.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // Nothing but what the page asks for, so that runs are alike.
        '--disable-gpu', // a graphics card played by the processor is what a test machine has
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage', // containers give /dev/shm too little
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      // One pixel for each of a phone's two or three: they are drawn by the processor here, and no journey counts them.
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
    {
      name: 'desktop',
      // What does not depend on the width of the screen, or sets it itself, is seen once: these files, and what is tagged
      // with the name of the other project.
      testIgnore: /(connection|guards|lao-announced|large-text|registration|sessions|variants)\.journey\.ts$/,
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})

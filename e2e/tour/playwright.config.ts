// `npm run tour`: pictures of every page and sheet, to look at. Nothing is compared.

import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: ['pages.tour.ts', 'desk.tour.ts'],
  globalSetup: '../testing/setup.ts',
  workers: 2,
  timeout: 600_000,
  expect: { timeout: 8000 },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // README's pictures, only when asked for.
    { name: 'readme', testMatch: ['readme.tour.ts', 'brand.tour.ts'] },
  ],
})

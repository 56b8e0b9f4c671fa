// Journeys of a person through the real product: the server as `npm start` runs it, on an empty data folder, in
// Chromium, on a phone and on a desktop.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ensure } from '../scripts/debian.ts'
import { cache, root } from '../scripts/project.ts'
import { freePort } from '../scripts/services.ts'

// This file is read by the runner and again by each of its workers, which inherit what the runner found out.
if (!process.env.E2E_PORT) {
  mkdirSync(cache, { recursive: true })
  if (!process.env.E2E_FOLDER) {
    const folder = mkdtempSync(join(cache, 'e2e-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    process.env.E2E_FOLDER = folder
  }
  process.env.E2E_PORT = String(await freePort())
  process.env.CHROMIUM_PATH ||= await ensure('chromium')
}
const { E2E_FOLDER = '', E2E_PORT = '', CHROMIUM_PATH = '', E2E_REPORT, CI } = process.env
const origin = `http://localhost:${E2E_PORT}`
const serverLog = join(cache, 'e2e-server.log')

// The embedded database, and no settings of whoever runs the tests.
const { DATABASE_URL, REDIS_URL, BRAND_FILE, HOST, ...env } = process.env as Record<string, string>

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: join(root, 'test-results'),
  // Journeys share the server and nothing else: each has its own person, or only looks.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(CI),
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: E2E_REPORT ? [['list'], ['json', { outputFile: E2E_REPORT }]] : [['list']],
  use: {
    baseURL: origin,
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
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    {
      name: 'desktop',
      // What does not depend on the width of the screen, or sets it itself, is seen once.
      testIgnore: /(connection|lao-announced|large-text|sessions)\.journey\.ts$/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: `exec "${join(root, 'node_modules/node/bin/node')}" scripts/start.ts >"${serverLog}"`,
    cwd: root,
    env: {
      ...env,
      PORT: E2E_PORT,
      DATA_DIR: E2E_FOLDER,
      DEMO: '1',
      STRICT_CONTRACT: '1',
      TRUST_PROXY: 'loopback',
    },
    url: `${origin}/health/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})

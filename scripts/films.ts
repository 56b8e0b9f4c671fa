// npm run films: records the how-to films (member/public/films) in the real app; options go to Playwright.
//
//   npm run films                          all fifteen
//   npm run films -- --grep '\(la\)'       those in Lao
//   npm run films -- --grep 'wallet \(th'  one

import { buildBrowserCode } from './builds.ts'
import { ensure } from './debian.ts'
import { root, tool } from './project.ts'
import { run } from './run-child.mjs'
import { postgres } from './services.ts'

if (!(await buildBrowserCode())) process.exit(1)
await ensure('ffmpeg')
const database = await postgres()
const env = {
  ...process.env,
  TEST_DATABASE_URL: database.url,
  CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? (await ensure('chromium')),
}
const config = ['--config', 'e2e/films/playwright.config.ts']
const { code } = await run(tool('playwright', 'test', ...config, ...process.argv.slice(2)), {
  cwd: root,
  env,
  stopSignal: 'SIGINT', // at SIGTERM Playwright would leave its servers running
}).finally(() => database.stop())
process.exitCode = code ?? 1

// npm run tour: pictures of every page and sheet in three languages, two widths, light and dark, to look
// through.
//
//   npm run tour                          everything into .cache/tour, with an index.html; about ten minutes
//   npm run tour -- statement th phone    pages whose name has "statement", in Thai, on a phone
//   npm run tour -- console               the operators' console, which is only taken when asked for
//   npm run tour -- --out=/tmp/pictures   into another folder
//   npm run tour -- readme                the pictures of the README, into docs/images

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languages } from '@krapao/contract/languages.ts'
import { buildBrowserCode } from './builds.ts'
import { ensure } from './debian.ts'
import { cache, root, tool } from './project.ts'
import { run } from './run-child.mjs'
import { postgres } from './services.ts'

const widths = ['phone', 'desktop']
const words = process.argv.slice(2)
const out = words.find((word) => word.startsWith('--out='))?.slice('--out='.length)
const isReadme = words.includes('readme')
const of = (choices: readonly string[]) => words.filter((word) => choices.includes(word))
const stops = words.filter(
  (word) => !word.startsWith('--') && ![...languages, ...widths, 'readme'].includes(word),
)
const folder = resolve(out ?? join(cache, 'tour'))

if (!(await buildBrowserCode())) process.exit(1)
mkdirSync(folder, { recursive: true })
const database = await postgres()
const env = {
  ...process.env,
  TEST_DATABASE_URL: database.url,
  CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? (await ensure('chromium')),
  TOUR_FOLDER: folder,
  TOUR_STOPS: stops.join(' '),
}
const asked = of(languages)
const projects = isReadme ? ['readme'] : of(widths).length > 0 ? of(widths) : widths
const args = [
  ...['--config', 'e2e/tour/playwright.config.ts', '--output', join(cache, 'tour-results')],
  ...projects.map((name) => `--project=${name}`),
  ...(asked.length > 0 && !isReadme ? ['--grep', `\\((${asked.join('|')})\\)`] : []),
]
const { code } = await run(tool('playwright', 'test', ...args), {
  cwd: root,
  env,
  stopSignal: 'SIGINT', // at SIGTERM Playwright would leave its servers running
}).finally(() => database.stop())
if (!isReadme) {
  writeFileSync(join(folder, 'index.html'), indexOf(folder))
  console.log(pathToFileURL(join(folder, 'index.html')).href)
}
process.exitCode = code ?? 1

/** A page with all pictures, a stop to a row. */
function indexOf(place: string): string {
  const rows = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const pictures = widths
        .flatMap((width) =>
          languages.flatMap((language) =>
            ['light', 'dark'].map((scheme) => `${language}-${width}-${scheme}`),
          ),
        )
        .filter((picture) => existsSync(join(place, name, `${picture}.png`)))
        .map(
          (picture) =>
            `<a href="${name}/${picture}.png"><img loading="lazy" src="${name}/${picture}.png" alt=""><br>${picture}</a>`,
        )
      return `<h2 id="${name}">${name}</h2><div>${pictures.join('')}</div>`
    })
  return `<!doctype html><meta charset="utf-8"><title>Tour</title>
<style>
body { font: 14px system-ui; margin: 24px; background: #e4e2ef }
div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start }
a { color: inherit; text-decoration: none; font-size: 12px }
img { height: 280px; max-width: 440px; object-fit: cover; object-position: top; border-radius: 8px }
</style>
${rows.join('\n')}
`
}

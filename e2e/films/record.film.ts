// Records each film in each language: npm run films, or npm run films -- --grep 'wallet (th)'.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { guides } from '@krapao/member/slices/lookup/guides.ts'
import { root } from '../../scripts/project.ts'
import { Member, type Person } from '../testing/member.ts'
import { test } from '../testing/test.ts'
import { type Language, languages } from '../testing/texts.ts'
import { withoutDemo } from '../testing/without-demo.ts'
import { Camera, writePoster } from './camera.ts'
import { webVtt } from './captions.ts'
import { Film, showTitle } from './film.ts'
import { stories } from './stories.ts'
import { density, page as filmed, heightOf, topView } from './view.ts'

const folder = join(root, 'member/public/films')
/** What the app knows of the films without loading them. */
const list = join(root, 'member/slices/lookup/films.json')

test.use({
  viewport: filmed,
  deviceScaleFactor: density,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'light',
  contextOptions: { reducedMotion: 'no-preference' },
  // The finger and the title are put into the page from outside.
  bypassCSP: true,
  serviceWorkers: 'block',
  permissions: ['clipboard-read', 'clipboard-write'],
})

const names = {
  th: { name: 'สุดา มีสุข', firstName: 'suda', lastName: 'meesuk' },
  la: { name: 'ສຸດາ ມີສຸກ', firstName: 'souda', lastName: 'mysouk' },
  en: { name: 'Suda Meesuk', firstName: 'suda', lastName: 'meesuk' },
}

/** Everybody in the films has a phone, an account number and a birth date of their own, always the same. */
const personOf = (language: keyof typeof names, number: number): Person => ({
  ...names[language],
  phone: `08${String(55_000_100 + number * 1_111).padStart(8, '0')}`,
  password: 'lantern-by-the-river',
  accountNo: String(4_100_000_000 + number * 123_456_789),
  birthDate: `1990-05-${String(1 + (number % 28)).padStart(2, '0')}`,
})

for (const [at, language] of languages.entries()) {
  for (const [number, guide] of guides.entries()) {
    test(`${guide} (${language})`, async ({ page, context, sandbox }) => {
      mkdirSync(folder, { recursive: true })
      const member = new Member(page, language)
      const person = personOf(language, at * guides.length + number)
      await context.addInitScript(() => localStorage.setItem('chat-invite', 'closed'))
      await context.addInitScript(keepDrawing)
      // Its own members watch the film, who have no demo.
      await withoutDemo(member)
      const texts = captionsOf(guide, language)
      const { before, play } = stories[guide]
      await member.join(sandbox, person)
      await before({ member, sandbox }, person)
      const takeAway = await showTitle(
        page,
        member.t(`lookup.howto.${guide}.title`),
        `${number + 1} / ${guides.length}`,
      )
      const file = (ending: string) => join(folder, `${guide}.${language}.${ending}`)
      const clip = { x: 0, y: 0, width: topView.width, height: heightOf(topView) }
      await writePoster(await page.screenshot({ clip }), file('webp'))

      const camera = new Camera()
      const film = new Film(member, sandbox, camera, texts)
      await camera.follow(page)
      await takeAway()
      await play(film, person)
      await film.end()
      const seconds = Math.round(camera.time())
      const steps = film.captions.map(({ from }) => Math.round(from * 10) / 10)
      await camera.develop(file('mp4'), steps)
      writeFileSync(file('vtt'), webVtt(film.captions))
      note(guide, language, {
        seconds,
        bytes: statSync(file('mp4')).size,
        version: createHash('sha256')
          .update(readFileSync(file('mp4')))
          .digest('hex')
          .slice(0, 8),
        steps,
      })
    })
  }
}

/**
 * Changes a point in the corner twice a second. The browser may keep back the last picture of a motion until
 * something is drawn again; a message that fades would stay half gone in the film. It runs in the page.
 */
function keepDrawing(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const point = document.createElement('div')
    Object.assign(point.style, { position: 'fixed', right: '0', bottom: '0', width: '1px', height: '1px' })
    document.documentElement.append(point)
    setInterval(() => {
      point.style.background = point.style.background ? '' : 'rgb(0 0 0 / 0.02)'
    }, 500)
  })
}

/** The written steps of the guide, which are the film's captions. */
function captionsOf(guide: string, language: Language): string[] {
  const file = join(root, `member/slices/lookup/texts.${language}.json`)
  return Object.values(JSON.parse(readFileSync(file, 'utf8')).lookup.howto[guide].steps)
}

/** Stores what the app shows of a film before it is loaded. */
function note(guide: string, language: string, facts: object): void {
  const known = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  known[guide] = { ...known[guide], [language]: facts }
  const sorted = Object.fromEntries(
    guides.map((name) => [
      name,
      Object.fromEntries(languages.flatMap((one) => (known[name]?.[one] ? [[one, known[name][one]]] : []))),
    ]),
  )
  // Lists on one line, as the linter wants them.
  const text = JSON.stringify(sorted, null, 2).replace(/\[[^\]]*\]/g, (found) =>
    JSON.stringify(JSON.parse(found)).replaceAll(',', ', '),
  )
  writeFileSync(list, `${text}\n`)
}

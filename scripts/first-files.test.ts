import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { loadFirst } from './first-files.ts'

const files = { login: { th: ['assets/login.js'] }, home: { th: ['assets/home.js'] } }
const script = loadFirst(files, { th: ['assets/thai.woff2'] })

/** Runs the page's script as a browser would. `show` lets it show the first frame. */
function run({
  shape = 'home',
  stored = {},
  line,
  hidden = false,
}: {
  shape?: string
  stored?: Record<string, string>
  line?: string
  hidden?: boolean
}) {
  const entry = { rel: '', href: '/assets/entry.js' }
  const links = [entry]
  const asked: string[] = []
  const later: (() => void)[] = []
  const storage = (items: Record<string, string>) => ({ getItem: (name: string) => items[name] ?? null })
  runInNewContext(script, {
    document: {
      hidden,
      documentElement: { dataset: { shape }, lang: 'th' },
      head: { append: (link: typeof entry) => links.push(link) },
      createElement: () => ({}),
      querySelectorAll: () => [entry],
    },
    navigator: { connection: line && { effectiveType: line } },
    localStorage: storage(stored),
    sessionStorage: storage({}),
    requestAnimationFrame: (act: () => void) => later.push(act),
    setTimeout: (act: () => void) => later.push(act),
    fetch: async (path: string) => void asked.push(path),
    AbortController,
  })
  return {
    asked,
    loaded: () => links.filter(({ rel }) => rel !== '').map(({ href }) => href),
    show() {
      for (let act = later.shift(); act; act = later.shift()) act()
    },
  }
}

const scripts = ['/assets/entry.js', '/assets/home.js']

test('a first visit on a fast line: the figures at once, the files after the first frame', () => {
  const page = run({ stored: { token: 'x' }, line: '4g' })
  expect(page.asked).toEqual(['/api/wallet', '/api/wallet/pending'])
  expect(page.loaded()).toEqual([])
  page.show()
  expect(page.loaded()).toEqual([...scripts, '/assets/thai.woff2'])
})

test('a slow line is not left idle for the first frame, and letters wait', () => {
  expect(run({ line: '3g' }).loaded()).toEqual(scripts)
  expect(run({ line: 'slow-2g' }).loaded()).toEqual(scripts)
})

test('a browser that was here has the files, and one whose page is not seen shows no frame', () => {
  for (const page of [run({ stored: { locale: 'th' } }), run({ hidden: true })])
    expect(page.loaded()).toEqual([...scripts, '/assets/thai.woff2'])
})

test('without a login, or elsewhere, no figures are asked for', () => {
  expect(run({}).asked).toEqual([])
  for (const shape of ['login', 'page']) expect(run({ shape, stored: { token: 'x' } }).asked).toEqual([])
})

test('a browser that refuses storage still loads what every page needs', () => {
  const stored = {
    get locale(): string {
      throw new Error('refused')
    },
  }
  const page = run({ stored })
  page.show()
  expect(page.loaded()).toContain('/assets/entry.js')
})

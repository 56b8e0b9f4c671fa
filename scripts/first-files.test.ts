import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { loadFirst } from './first-files.ts'

const files = { login: { th: ['/assets/login.js'] }, home: { th: ['/assets/home.js'] } }
const script = loadFirst(['/assets/entry.js'], files, { th: { '/assets/thai.woff2': '฿' } })

/** Runs the page's script as a browser would. `show` lets it show something; `wait` lets time pass. */
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
  const links: { rel: string; href: string; onload?: () => void }[] = []
  const ready: string[] = []
  const asked: string[] = []
  let later = () => {}
  let parsed = () => {}
  let shown = (_paints: { getEntries(): object[] }) => {}
  const observed: string[] = []
  const storage = (items: Record<string, string>) => ({ getItem: (name: string) => items[name] ?? null })
  runInNewContext(script, {
    document: {
      hidden,
      readyState: 'loading',
      addEventListener: (_name: string, act: () => void) => {
        parsed = act
      },
      documentElement: { dataset: { shape }, lang: 'th' },
      head: { append: (link: (typeof links)[number]) => links.push(link) },
      createElement: () => ({}),
      fonts: { load: async (_font: string, letter: string) => void ready.push(letter) },
    },
    navigator: { connection: line && { effectiveType: line } },
    localStorage: storage(stored),
    sessionStorage: storage({}),
    setTimeout: (act: () => void) => {
      later = act
    },
    PerformanceObserver: class {
      constructor(act: typeof shown) {
        shown = act
      }
      observe({ type }: { type: string }) {
        observed.push(type)
      }
    },
    fetch: async (path: string) => void asked.push(path),
    AbortController,
  })
  return {
    asked,
    loaded: () => links.map(({ href }) => href),
    ready,
    arrive: () => {
      for (const link of links) link.onload?.()
    },
    end: () => parsed(),
    observed,
    show: (entry: object) => shown({ getEntries: () => [entry] }),
    wait: () => later(),
  }
}

const scripts = ['/assets/entry.js', '/assets/home.js']

test('a first visit on a fast line: the figures at once, the files after the picture, each once', () => {
  const page = run({ stored: { token: 'x' }, line: '4g' })
  expect(page.asked).toEqual(['/api/wallet', '/api/wallet/pending'])
  expect(page.observed).toEqual(['largest-contentful-paint'])
  // The mark, which the page has in it.
  page.show({ name: '', size: 32 * 32 })
  expect(page.loaded()).toEqual([])
  page.show({ name: '', size: 356 * 158 })
  page.wait()
  expect(page.loaded()).toEqual([...scripts, '/assets/thai.woff2'])
})

test('a page without a picture is seen by its mark', () => {
  const page = run({ shape: 'page', line: '4g' })
  expect(page.observed).toEqual(['paint'])
  page.show({ name: 'first-paint' })
  expect(page.loaded()).toEqual([])
  page.show({ name: 'first-contentful-paint' })
  expect(page.loaded()).toEqual(['/assets/entry.js', '/assets/thai.woff2'])
})

test('letters are ready as soon as they and the styles have come, so that no text is drawn without them', async () => {
  const page = run({ stored: { locale: 'th' } })
  page.arrive()
  await new Promise(setImmediate)
  expect(page.ready).toEqual([])
  page.end()
  await new Promise(setImmediate)
  expect(page.ready).toEqual(['฿'])
})

test('a picture that is slow, or a browser that does not report it, does not hold up the files', () => {
  const page = run({ line: '4g' })
  page.wait()
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
  page.wait()
  expect(page.loaded()).toContain('/assets/entry.js')
})

// npm run bench:page: the speed of the member app on a cheap phone with a slow connection.
//
// Lighthouse's mobile profile (4× slower CPU, slow 4G, both simulated), production build, the server as `npm start`
// runs it, median of five runs a page; JavaScript per route as gzip bytes of the files that the page loaded. Prints JSON.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { ensure } from '../../scripts/debian.ts'
import { root } from '../../scripts/project.ts'
import { freePort } from '../../scripts/services.ts'
import { aims } from './aims.ts'

const runs = Number(process.env.BENCH_PAGE_RUNS ?? 5)

const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-page-'))
const port = await freePort()
const debugPort = await freePort()
const origin = `http://localhost:${port}`
const server = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: folder, DEMO: '1', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: await ensure('chromium'),
  args: [
    `--remote-debugging-port=${debugPort}`,
    '--disable-quic',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})

try {
  await ready()
  const results = {
    login: await measure('login', `${origin}/login`),
    dashboard: await measure('dashboard', `${origin}/user/home`, await logIn()),
  }
  console.log(JSON.stringify({ runs, results, aims, missed: missed(results) }, null, 2))
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server did not become ready')
}

async function logIn(): Promise<string> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'wallet-user' },
    body: JSON.stringify({ username: '0812345678', password: 'krapao-demo', remember: true }),
  })
  return ((await answer.json()) as { token: string }).token
}

interface Measured {
  js: number
  lcp: number
  cls: number
  tbt: number
  performance: number
  accessibility: number
}

/** Median of the runs for one page. `token`: logged in, the agreement already read. */
async function measure(name: string, url: string, token?: string): Promise<Measured> {
  const measured: Measured[] = []
  for (let run = 0; run < runs; run++) {
    await store(token)
    const result = await lighthouse(url, {
      port: debugPort,
      output: 'json',
      logLevel: 'error',
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility'],
    })
    if (!result) throw new Error(`${name}: no result`)
    const { audits, categories } = result.lhr
    if (new URL(result.lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
      throw new Error(`${name}: ended at ${result.lhr.finalDisplayedUrl}`)
    }
    const requests =
      (audits['network-requests']?.details as { items: { url: string }[] } | undefined)?.items ?? []
    measured.push({
      js: gzipOf(requests.map((request) => request.url)),
      lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      tbt: audits['total-blocking-time']?.numericValue ?? Number.NaN,
      performance: Math.round((categories.performance?.score ?? 0) * 100),
      accessibility: Math.round((categories.accessibility?.score ?? 0) * 100),
    })
  }
  const median = (pick: (one: Measured) => number) =>
    measured.map(pick).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? Number.NaN
  return {
    js: median((m) => m.js),
    lcp: Math.round(median((m) => m.lcp)),
    cls: Number(median((m) => m.cls).toFixed(3)),
    tbt: Math.round(median((m) => m.tbt)),
    performance: median((m) => m.performance),
    accessibility: median((m) => m.accessibility),
  }
}

/** Fills the browser's storage as a returning member's, with a cold cache. */
async function store(token: string | undefined): Promise<void> {
  const context = browser.contexts()[0] ?? (await connect())
  const page = await context.newPage()
  await page.goto(`${origin}/health/live`)
  await page.evaluate((value) => {
    localStorage.clear()
    if (value) {
      localStorage.setItem('token', value)
      localStorage.setItem('remember-agreement', '1')
    }
  }, token)
  await page.close()
}

/** Lighthouse uses the browser's default context, and so does a connection over the debugging port. */
async function connect() {
  const connected = await chromium.connectOverCDP(`http://localhost:${debugPort}`)
  const context = connected.contexts()[0]
  if (!context) throw new Error('the browser has no default context')
  return context
}

function gzipOf(urls: string[]): number {
  const files = new Set(
    urls.filter((url) => url.startsWith(origin) && url.endsWith('.js')).map((url) => new URL(url).pathname),
  )
  return [...files].reduce((sum, file) => sum + statSync(join(root, 'member/dist', `${file}.gz`)).size, 0)
}

function missed(results: Record<keyof typeof aims, Measured>): string[] {
  return (Object.keys(aims) as (keyof typeof aims)[]).flatMap((page) =>
    (Object.keys(aims[page]) as (keyof Measured)[])
      .filter((what) =>
        what === 'performance' || what === 'accessibility'
          ? results[page][what] < aims[page][what]
          : results[page][what] > aims[page][what],
      )
      .map((what) => `${page} ${what}: ${results[page][what]}, aim ${aims[page][what]}`),
  )
}

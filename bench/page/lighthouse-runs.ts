import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { root } from '../../scripts/project.ts'
import { median } from './median.ts'

export interface Measured {
  js: number
  lcp: number
  cls: number
  tbt: number
  performance: number
  accessibility: number
}

/** A page to measure. `token`: logged in, the agreement already read. */
export interface Measurable {
  url: string
  token?: string
}

/**
 * Lighthouse's mobile profile (4× slower CPU, slow 4G, both simulated) of several pages, taken in turn, so
 * that the machine's moods touch all of them alike.
 * @param origin of the product, whose scripts are counted
 * @returns the median of the runs for each page
 */
export async function measureInTurn<Name extends string>(
  pages: Record<Name, Measurable>,
  { runs, debugPort, origin }: { runs: number; debugPort: number; origin: string },
): Promise<Record<Name, Measured>> {
  const names = Object.keys(pages) as Name[]
  const all = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<Name, Measured[]>
  const context = await defaultContext(debugPort)
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      await fillStorage(context, origin, pages[name].token)
      all[name].push(await measureOnce(pages[name].url, { debugPort, origin }))
    }
  }
  return Object.fromEntries(names.map((name) => [name, medians(all[name])])) as Record<Name, Measured>
}

/**
 * These advise which code a page does not use and count nothing in the score. For them Lighthouse has the
 * browser record each function and style rule that runs, on the thread whose blocking is measured: 100 ms
 * before the page appears, and slower scripts from then on.
 */
const withoutCoverage = ['unused-javascript', 'unused-css-rules', 'script-treemap-data']

async function measureOnce(
  url: string,
  { debugPort, origin }: { debugPort: number; origin: string },
): Promise<Measured> {
  const result = await lighthouse(url, {
    port: debugPort,
    output: 'json',
    logLevel: 'error',
    disableStorageReset: true,
    onlyCategories: ['performance', 'accessibility'],
    skipAudits: withoutCoverage,
  })
  if (!result) throw new Error(`${url}: no result`)
  const { audits, categories } = result.lhr
  if (new URL(result.lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${url}: ended at ${result.lhr.finalDisplayedUrl}`)
  }
  const requests = (audits['network-requests']?.details as { items: { url: string }[] } | undefined)?.items
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    js: gzipOf((requests ?? []).map((request) => request.url).filter((url) => url.startsWith(origin))),
    lcp: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    tbt: figure('total-blocking-time'),
    performance: Math.round((categories.performance?.score ?? 0) * 100),
    accessibility: Math.round((categories.accessibility?.score ?? 0) * 100),
  }
}

const medians = (runs: Measured[]): Measured => ({
  js: median(runs, (run) => run.js),
  lcp: Math.round(median(runs, (run) => run.lcp)),
  cls: Number(median(runs, (run) => run.cls).toFixed(3)),
  tbt: Math.round(median(runs, (run) => run.tbt)),
  performance: median(runs, (run) => run.performance),
  accessibility: median(runs, (run) => run.accessibility),
})

/** Lighthouse uses the browser's default context, and so does a connection over the debugging port. */
async function defaultContext(debugPort: number): Promise<BrowserContext> {
  const connected = await chromium.connectOverCDP(`http://localhost:${debugPort}`)
  const context = connected.contexts()[0]
  if (!context) throw new Error('the browser has no default context')
  return context
}

/** Fills the browser's storage as a returning member's, with a cold cache and no service worker. */
async function fillStorage(context: BrowserContext, origin: string, token: string | undefined) {
  const page = await context.newPage()
  await page.goto(`${origin}/health/live`)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  await cdp.send('Network.clearBrowserCache')
  await page.evaluate((value) => {
    localStorage.clear()
    if (value) {
      localStorage.setItem('token', value)
      localStorage.setItem('remember-agreement', '1')
    }
  }, token)
  await page.close()
}

function gzipOf(urls: string[]): number {
  const files = new Set(urls.filter((url) => url.endsWith('.js')).map((url) => new URL(url).pathname))
  return [...files].reduce((sum, file) => sum + statSync(join(root, 'member/dist', `${file}.gz`)).size, 0)
}

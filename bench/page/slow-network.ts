import type { Browser, BrowserContext, Page } from '@playwright/test'
import { median } from './median.ts'

/** A slow 3G connection: milliseconds that each request waits, and bytes per second. */
const network = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** How much slower the phone's processor is than this machine's. */
const cpuRate = 4

/** A page and what shows that a person can use it. */
export interface Visit {
  url: string
  usable: string
  token?: string
}

/** Milliseconds from the press on a link until something is drawn, and until the page can be used. */
export interface Seen {
  firstPaint: number
  usable: number
}

/**
 * Opens a page on a slow phone and network, with an empty browser, and again in the same browser.
 * @returns medians of the runs for both visits
 */
export async function slowVisits(browser: Browser, visit: Visit, runs: number) {
  const measured: { first: Seen; second: Seen }[] = []
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true })
    await context.addInitScript(rememberMoment(visit))
    const first = await opened(context, visit, settled)
    const second = await opened(context, visit)
    measured.push({ first, second })
    await context.close()
  }
  const of = (which: 'first' | 'second'): Seen => ({
    firstPaint: Math.round(median(measured, (run) => run[which].firstPaint)),
    usable: Math.round(median(measured, (run) => run[which].usable)),
  })
  return { first: of('first'), second: of('second') }
}

async function opened(
  context: BrowserContext,
  { url }: Visit,
  after: (page: Page) => Promise<void> = async () => {},
): Promise<Seen> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  await page.goto(url, { waitUntil: 'commit', timeout: 120_000 })
  await page.waitForFunction(() => 'usableAt' in globalThis, undefined, { timeout: 120_000, polling: 200 })
  const seen = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    usable: (globalThis as { usableAt?: number }).usableAt ?? Number.NaN,
  }))
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await after(page)
  await page.close()
  return seen
}

/** Waits until a service worker, if the page has one, has kept all that it keeps. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(2000)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
}

/** For the page: logs the member in, and notes when the page can be used. */
const rememberMoment = ({ usable, token }: Visit): string => `
  if (${JSON.stringify(token !== undefined)}) {
    localStorage.setItem('token', ${JSON.stringify(token ?? '')})
    localStorage.setItem('remember-agreement', '1')
  }
  const look = () => {
    if (document.querySelector(${JSON.stringify(usable)})) window.usableAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

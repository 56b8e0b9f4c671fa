import { brand } from '@krapao/web/brand/brand.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import type { ToWorker } from '../../worker/messages.ts'
import { ownToken } from '../calls/session.ts'

/**
 * Has the browser keep the app (docs/decisions/0033), once everything that the first screen needs has
 * arrived. Without a worker the app is the same, so failures are passed over: browsers refuse one in private
 * windows and without storage. Loaded for this alone, a while after the start (main.tsx).
 */
export async function keepApp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  }
  await (brand.worker ? keep() : forget()).catch(() => {})
}

async function keep(): Promise<void> {
  const found = await navigator.serviceWorker.register('/worker.js')
  // A newer one that could not begin, because a page of the release before was open.
  post(found?.waiting, { begin: true })
  await forgetOldSlip()
  const { active } = await navigator.serviceWorker.ready
  post(active, { keep: loaded(), ...(isLineGood() && ownToken() && { language: currentLanguage() }) })
  if (!navigator.serviceWorker.controller) keepWhatComes(active)
}

/** Until the next start no worker sees what this page loads, such as games that are scrolled to. */
function keepWhatComes(worker: ServiceWorker | null): void {
  new PerformanceObserver((found) => post(worker, { keep: ours(found.getEntries()) })).observe({
    type: 'resource',
  })
}

const post = (worker: ServiceWorker | null | undefined, message: ToWorker): void =>
  worker?.postMessage(message)

/** What this page has loaded; files of calls are not among them. */
const loaded = (): string[] => ours(performance.getEntriesByType('resource'))

const ours = (entries: PerformanceEntry[]): string[] =>
  entries
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets|art)\//.test(pathname))
    .map(({ pathname }) => pathname)

/**
 * Whether the member would not mind some hundred kilobytes. Browsers that do not say are mostly phones of
 * good make.
 */
function isLineGood(): boolean {
  const line = (navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } })
    .connection
  return !line || (!line.saveData && line.effectiveType === '4g')
}

/** Milliseconds after which a picture that was shared, and that no sheet took, is nobody's any more. */
const slipLasts = 15 * 60_000

async function forgetOldSlip(): Promise<void> {
  const slip = await caches.match('/shared-slip', { cacheName: 'shared-slip' })
  if (slip && Date.now() - Date.parse(slip.headers.get('date') ?? '') > slipLasts)
    await caches.delete('shared-slip')
}

/** The operator keeps nothing in browsers any more. */
async function forget(): Promise<void> {
  for (const one of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(one.scope).pathname === '/') await one.unregister()
  }
  for (const name of await caches.keys()) await caches.delete(name)
}

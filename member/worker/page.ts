import { PrecacheController } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { files, pageVersion } from './build.ts'
import type { ToWorker } from './messages.ts'
import { scope } from './scope.ts'

/**
 * Milliseconds that the server has before the kept page is shown. A page kept is the same for every address.
 */
const patience = 4000

/** Pages that are not the app's; the worker is not asked about calls at all. */
const notOurs =
  /^\/(api|hooks|sandbox|console|files|health|metrics|socket\.io|assets|art|films|chat|r|share-slip)(\/|$|\.)/

/**
 * Keeps the page with all that its first script needs, as one set of one release: a page without its script
 * would stay white. Online the server's page is shown, so a release is never held up by what is kept.
 */
export function keepPage(): void {
  const kept = new PrecacheController({ cacheName: 'page', plugins: [{ fetchDidSucceed: sameRelease }] })
  kept.precache([{ url: '/', revision: pageVersion }, ...files.first.map((url) => ({ url, revision: null }))])

  async function answer(request: Request): Promise<Response> {
    const own = () => kept.matchPrecache('/')
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patience)
    })
    const asked = fetch(request)
    try {
      const found = (await Promise.race([asked, late])) ?? (await own()) ?? (await asked)
      // While a release is put up, a proxy answers for the server.
      return found.status >= 500 ? ((await own()) ?? found) : found
    } catch {
      return (await own()) ?? Response.error()
    } finally {
      clearTimeout(timer)
      asked.catch(() => {})
    }
  }
  registerRoute(new NavigationRoute(({ request }) => answer(request), { denylist: [notOurs] }))
  // Kept with the page; other pages of the same release may need them before they are in the cache of files.
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && files.first.includes(url.pathname) && request.cache !== 'no-store',
    async ({ url, request }) => (await kept.matchPrecache(url.href)) ?? fetch(request),
  )

  scope.addEventListener('message', (event: ExtendableEvent & { data?: ToWorker }) => {
    if (event.data?.begin) event.waitUntil(beginAlone())
  })
}

/**
 * During a release the page may come from one node and this worker from another; then the browser tries again
 * later.
 */
async function sameRelease({
  request,
  response,
}: {
  request: Request
  response: Response
}): Promise<Response> {
  if (new URL(request.url).pathname !== '/') return response
  const html = await response.clone().text()
  if (!files.inPage.every((file) => html.includes(file))) throw new Error('the page is of another release')
  return response
}

/**
 * Takes over from the worker before it. A page of the release before still finds its files with the old
 * worker, so it is left to that one.
 */
async function beginAlone(): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length <= 1) await scope.skipWaiting()
}

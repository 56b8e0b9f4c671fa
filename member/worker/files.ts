import { registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { files } from './build.ts'
import type { ToWorker } from './messages.ts'
import { scope } from './scope.ts'

/** Files whose names have a hash of their content, and pictures, whose names stay. */
const assets = 'assets'
const art = 'art'

const cacheOf = (path: string): string | undefined =>
  path.startsWith('/assets/') ? assets : path.startsWith('/art/') ? art : undefined

/**
 * Keeps files when they are used: fonts of the language that is read, parts that were opened. What no release
 * has any more goes when the next one takes over.
 */
export function keepFiles(): void {
  const isOurs = (folder: string) =>
    (({ url, sameOrigin, request }) =>
      // The app asks for a file past every cache to learn whether the server still has it
      // (web/parts/load-part.ts).
      sameOrigin && cacheOf(url.pathname) === folder && request.cache !== 'no-store') satisfies Parameters<
      typeof registerRoute
    >[0]
  registerRoute(isOurs(assets), new CacheFirst({ cacheName: assets }))
  registerRoute(isOurs(art), new StaleWhileRevalidate({ cacheName: art }))

  scope.addEventListener('activate', (event: ExtendableEvent) => event.waitUntil(forgetOld()))
  scope.addEventListener('message', (event: ExtendableEvent & { data?: ToWorker }) => {
    const { keep = [], language } = event.data ?? {}
    const wanted = [...keep, ...(language ? (files.sheets[language] ?? []) : [])]
    event.waitUntil(keepAll(wanted))
  })
}

async function forgetOld(): Promise<void> {
  const cache = await caches.open(assets)
  const current = new Set(files.all)
  for (const request of await cache.keys()) {
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request)
  }
}

/**
 * One after another, so that they leave the line to what the member asks for. A file that fails is kept when
 * it is used.
 */
async function keepAll(paths: string[]): Promise<void> {
  for (const path of paths) {
    const url = new URL(path, location.origin)
    const name = cacheOf(url.pathname)
    // Those of the page are kept with it.
    if (url.origin !== location.origin || !name || files.first.includes(url.pathname)) continue
    const cache = await caches.open(name)
    if (await cache.match(url)) continue
    await cache.add(url).catch(() => {})
  }
}

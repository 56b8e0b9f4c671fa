import { registerRoute } from 'workbox-routing'
import { isFromElsewhere } from './share-sender.ts'
import { pictureIn, type Shared } from './shared-picture.ts'

/**
 * Where the deposit sheet finds what was shared, which it then takes away
 * (slices/deposit/slip/shared-slip.ts).
 */
const cacheName = 'shared-slip'
const key = '/shared-slip'

/** Receives a picture that another app shares to this one, and opens the sheet for slips. */
export function takeSharedSlips(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share-slip',
    async ({ request }) => {
      // A page of another site must not put a picture of its own before the member.
      if (!isFromElsewhere(request, location.origin)) await keep(request).catch(() => {})
      return Response.redirect('/user/home?open=slip', 303)
    },
    'POST',
  )
}

async function keep(request: Request): Promise<void> {
  const shared = await request.formData().then(pictureIn, () => undefined)
  const cache = await caches.open(cacheName)
  // A phone may open the app a second time with nothing, and must not take the picture away that came just
  // before.
  if (shared || !(await cache.match(key))) await cache.put(key, entryOf(shared ?? { note: 'none' }))
}

const entryOf = ({ picture, note }: Shared): Response =>
  new Response(picture?.content ?? null, {
    headers: {
      date: new Date().toUTCString(),
      ...(picture && { 'content-type': picture.type }),
      ...(note && { 'x-note': note }),
    },
  })

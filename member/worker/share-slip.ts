import { registerRoute } from 'workbox-routing'

/** Where the deposit sheet finds the picture, which it then takes away. */
const cacheName = 'shared-slip'
const key = '/shared-slip'

/** The most bytes; a photograph has less. */
const most = 25_000_000

/** Receives a picture that another app shares to this one, and opens the sheet for slips. */
export function takeSharedSlips(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share-slip',
    async ({ request }) => {
      await keep(request).catch(() => {})
      return Response.redirect('/user/home?open=slip', 303)
    },
    'POST',
  )
}

async function keep(request: Request): Promise<void> {
  // One that was shared before and not taken must not pass for this one.
  await caches.delete(cacheName)
  const slip = (await request.formData()).get('slip')
  if (!(slip instanceof File) || !slip.type.startsWith('image/') || slip.size === 0 || slip.size > most)
    return
  const cache = await caches.open(cacheName)
  const headers = { 'content-type': slip.type, date: new Date().toUTCString() }
  await cache.put(key, new Response(slip, { headers }))
}

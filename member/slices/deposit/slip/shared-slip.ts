/** Where the service worker keeps a picture that another app shared to this one. */
const place = { cache: 'shared-slip', key: '/shared-slip' }
/** Milliseconds after which a shared picture is nobody's: somebody else may have logged in on this device. */
const longest = 10 * 60_000

/**
 * Takes the picture that was shared to the app, which is then gone. It survives a login in between.
 * @returns `old` if it was shared too long ago, undefined if there is none
 */
export async function takeSharedSlip(now: number): Promise<File | 'old' | undefined> {
  if (!('caches' in globalThis) || !(await caches.has(place.cache))) return undefined
  const cache = await caches.open(place.cache)
  const stored = await cache.match(place.key)
  // Two views may ask at once: it is for the one that removed it.
  if (!stored || !(await cache.delete(place.key))) return undefined
  const age = now - Date.parse(stored.headers.get('date') ?? '')
  if (!(age < longest)) return 'old'
  const picture = await stored.blob()
  return new File([picture], 'slip', { type: picture.type })
}

/** Where the service worker keeps a picture that another app shared to this one (worker/share-slip.ts). */
const place = { cache: 'shared-slip', key: '/shared-slip' }
/** Milliseconds after which a shared picture is nobody's: somebody else may have logged in on this device. */
const longest = 10 * 60_000

/** What was shared: a picture, perhaps the first of more, or only why there is none. */
export type SharedSlip = { file: File; hasMore: boolean } | 'old' | 'none'

/**
 * Takes the picture that was shared to the app, which is then gone. It survives a login in between.
 * @returns `old` if it was shared too long ago, `none` if the app was opened for one and none came, undefined
 *   if nothing was shared
 */
export async function takeSharedSlip(now: number): Promise<SharedSlip | undefined> {
  if (!('caches' in globalThis) || !(await caches.has(place.cache))) return undefined
  const cache = await caches.open(place.cache)
  const stored = await cache.match(place.key)
  // Two views may ask at once: it is for the one that removed it.
  if (!stored || !(await cache.delete(place.key))) return undefined
  const age = now - Date.parse(stored.headers.get('date') ?? '')
  const note = stored.headers.get('x-note')
  if (!(age < longest)) return note === 'none' ? undefined : 'old'
  if (note === 'none') return 'none'
  const picture = await stored.blob()
  return { file: new File([picture], 'slip', { type: picture.type }), hasMore: note === 'more' }
}

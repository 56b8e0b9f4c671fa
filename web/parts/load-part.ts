/** Milliseconds before a part that did not load is asked for once more. */
const pause = 600

/** Loads a part of the app; one lost packet is made good without a word. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return load()
  })

/**
 * After a release the parts of the one before are gone: the page is loaded anew, once per release, so that a server that
 * misses a part for another reason sends nobody in circles.
 * @param error of the part that did not load
 * @returns whether the page is being loaded anew
 */
export async function reloadIfReplaced(error: unknown): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
  if (!(await isGone(addressIn(error) ?? entry)) || sessionStorage.getItem('reloaded') === entry) return false
  sessionStorage.setItem('reloaded', entry)
  location.reload()
  return true
}

/** Most browsers name the part that failed; where they do not, the page's first script is as old as the part. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined

const isGone = (address: string): Promise<boolean> =>
  fetch(address, { cache: 'no-store' }).then(
    ({ status }) => status === 404 || status === 410,
    () => false,
  )

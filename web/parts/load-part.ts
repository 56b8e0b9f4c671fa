/** Milliseconds before loading a part is tried once more. */
const pause = 600

/** Loads a part of the app; one lost packet does not show. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return load()
  })

/**
 * A release removes the files of the one before, so a part that is missing reloads the page. It does so once per
 * release: if a file is missing for another reason, the page must not reload for ever.
 * @param error the error of the part that did not load
 * @returns whether the page is being reloaded
 */
export async function reloadIfReplaced(error: unknown): Promise<boolean> {
  const entry =
    [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].at(-1)?.src ?? ''
  if (!(await isGone(addressIn(error) ?? entry))) return false
  try {
    if (sessionStorage.getItem('reloaded') === entry) return false
    sessionStorage.setItem('reloaded', entry)
  } catch {
    // Without storage nothing would say that it has been reloaded before.
    return false
  }
  location.reload()
  return true
}

/**
 * Most browsers name the file that failed; with others, the page's last script serves, which
 * every release has anew because it names all other files.
 */
const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined

const isGone = (address: string): Promise<boolean> =>
  fetch(address, { cache: 'no-store' }).then(
    ({ status }) => status === 404 || status === 410,
    () => false,
  )

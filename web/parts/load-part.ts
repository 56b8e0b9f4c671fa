import { session } from '../storage/stored.ts'
import { entryOf } from './entry.ts'

/** Milliseconds before loading a part is tried once more. */
const pause = 600

/** Loads a part of the app; one lost packet does not show. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return load()
  })

/**
 * A release removes the files of the one before, so a part that is missing reloads the page. It does so once
 * per release: if a file is missing for another reason, the page must not reload for ever.
 * @param error the error of the part that did not load
 * @returns whether the page is being reloaded
 */
export async function reloadIfReplaced(error: unknown): Promise<boolean> {
  const entry = entryOf(document)
  if (!(await isGone(addressIn(error) ?? entry))) return false
  // Without storage nothing would say that it has been reloaded before.
  if (session.read('reloaded') === entry || !session.keep('reloaded', entry)) return false
  for (const save of saves) save()
  location.reload()
  return true
}

const saves = new Set<() => void>()

/**
 * Calls `save` before the page is reloaded under a person who may be typing. @returns a function that ends it
 */
export function beforeReload(save: () => void): () => void {
  saves.add(save)
  return () => saves.delete(save)
}

/** Most browsers name the file that failed; with others, the page's last script serves. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined

const isGone = (address: string): Promise<boolean> =>
  fetch(address, { cache: 'no-store' }).then(
    ({ status }) => status === 404 || status === 410,
    () => false,
  )

/**
 * Whether a part failed because its file did not come. Any other error is one of ours: a file that came and
 * does not run. The words are those of Chromium, Firefox and WebKit, which have no other sign for it.
 */
export const isLost = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|importing a module script|failed to fetch|preload css/i.test(error.message)

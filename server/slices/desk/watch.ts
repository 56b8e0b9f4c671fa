import { consoleRoom } from '@krapao/contract/events.ts'
import type { Context } from '../context.ts'
import { selectFingerprint } from './filter-store.ts'

/**
 * Seconds between two looks at the queues: with the request that follows, a console shows new items within a second.
 */
export const lookEvery = 0.5

/**
 * Notifies this node's consoles when items came or left by themselves; decisions are announced when they are made. The
 * queues are looked at, and only while a console is connected, because otherwise each owner would have to announce every
 * way in and out. Their counts alone would not do: an item may come as another leaves.
 */
export function watchDesk({ db, desk, sockets }: Context): () => Promise<void> {
  let before: ReadonlyMap<string, string> | undefined
  return async () => {
    if (!sockets.hasClients(consoleRoom)) {
      before = undefined
      return
    }
    const now = new Map<string, string>()
    for (const queue of desk.queues()) now.set(queue.name, await selectFingerprint(db, queue.outline))
    // At the first look all: an item may have come between a console's joining and this.
    const changed = [...now]
      .filter(([name, fingerprint]) => before?.get(name) !== fingerprint)
      .map(([name]) => name)
    if (changed.length > 0) sockets.emitLocally(consoleRoom, 'desk-changed', changed)
    before = now
  }
}

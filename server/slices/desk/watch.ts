import { consoleRoom } from '@krapao/contract/events.ts'
import type { Context } from '../context.ts'

/**
 * Seconds between two counts of the queues: with the request that follows, a console shows new items within a second.
 */
export const lookEvery = 0.5

/**
 * Notifies this node's consoles when items came or left by themselves; decisions are announced when they are made. The
 * queues are only counted, and only while a console is connected, because otherwise each owner would have to announce
 * every way in and out.
 */
export function watchDesk({ desk, sockets }: Context): () => Promise<void> {
  let before: string | undefined
  return async () => {
    if (!sockets.hasClients(consoleRoom)) {
      before = undefined
      return
    }
    const counts: number[] = []
    for (const queue of desk.queues()) counts.push(await queue.count())
    const now = counts.join(' ')
    // Also at the first count: an item may have come between a console's joining and this.
    if (now !== before) sockets.emitLocally(consoleRoom, 'desk-changed')
    before = now
  }
}

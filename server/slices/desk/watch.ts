import { consoleRoom } from '@krapao/contract/events.ts'
import type { Context } from '../context.ts'

/** Seconds between two looks at the queues: with the question that follows, a console has new work within a second. */
export const lookEvery = 0.5

/**
 * Tells this node's consoles when items came or left by themselves; decisions are announced where they are made. The
 * queues are only counted, and only while somebody listens, because otherwise each owner would have to announce every
 * way in and out.
 */
export function watchDesk({ desk, sockets }: Context): () => Promise<void> {
  let before: string | undefined
  return async () => {
    if (!sockets.isHeard(consoleRoom)) {
      before = undefined
      return
    }
    const counts: number[] = []
    for (const queue of desk.queues()) counts.push(await queue.count())
    const now = counts.join(' ')
    if (before !== undefined && now !== before) sockets.tell(consoleRoom, 'desk-changed')
    before = now
  }
}

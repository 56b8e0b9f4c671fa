import { consoleRoom } from '@krapao/contract/events.ts'
import type { Context } from '../context.ts'

/** Seconds between two looks at the queues: with the question that follows, a console has new work within a second. */
export const lookEvery = 0.5

/**
 * Tells this node's consoles when work came or left by itself; what people decide is told where they decide it. The queues
 * are only counted, and only while somebody listens: each owner would else have to tell of every way in and out. Work that
 * leaves one queue in the same half second as other work comes to it is seen at the next change.
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

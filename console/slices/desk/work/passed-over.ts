import type { Subject, WorkQueue } from './queries.ts'

/** As many as the call takes. */
const atMost = 200

/**
 * What the operator has passed over since the page was loaded; "next" comes back to it when nothing else is
 * left.
 */
const passed = new Map<WorkQueue, string[]>()

export const passedOver = {
  of: (queue: WorkQueue): string[] => passed.get(queue) ?? [],
  add({ queue, id }: Subject): void {
    const others = passedOver.of(queue).filter((one) => one !== id)
    passed.set(queue, [...others, id].slice(-atMost))
  },
  forget: (queue: WorkQueue): boolean => passed.delete(queue),
}

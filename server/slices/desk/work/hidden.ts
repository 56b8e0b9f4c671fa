import type { DeskEntry, DeskQueue } from '../../../platform/desk.ts'
import type { Context } from '../../context.ts'
import { selectSnoozedIds } from './store.ts'

/** The lists and counts of the desk without what is snoozed (rules.md §17.2), so that the two agree. */

/** As `DeskQueue.list`, without what is snoozed. */
export async function listShown(
  { db, clock }: Context,
  queue: DeskQueue,
  { after, limit }: { after?: string; limit: number },
): Promise<DeskEntry[]> {
  const hidden = new Set(await selectSnoozedIds(db, queue.name, clock.now()))
  const shown: DeskEntry[] = []
  for (let last = after; ; ) {
    const page = await queue.list({ ...(last !== undefined && { after: last }), limit })
    shown.push(...page.filter(({ id }) => !hidden.has(id)))
    last = page.at(-1)?.id
    if (shown.length >= limit || page.length < limit) return shown.slice(0, limit)
  }
}

/** As `DeskQueue.count`, without what is snoozed. A snoozed item may have left its queue by itself and is not counted. */
export async function countShown({ db, clock }: Context, queue: DeskQueue): Promise<number> {
  const [count, hidden] = await Promise.all([queue.count(), selectSnoozedIds(db, queue.name, clock.now())])
  const found = await Promise.all(hidden.map((id) => queue.find(id)))
  return Math.max(0, count - found.filter((entry) => entry !== undefined).length)
}

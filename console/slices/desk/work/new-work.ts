/** What is new since the figures before, and what has waited too long (rules.md §17.6). */

export interface Counted {
  queue: string
  count: number
}

/** The queues with more items than before; none at the first look. */
export const grown = (before: Counted[] | undefined, now: Counted[]): Counted[] =>
  before === undefined
    ? []
    : now.filter(({ queue, count }) => count > (before.find((one) => one.queue === queue)?.count ?? 0))

export interface Oldest {
  queue: string
  /** Since when its oldest item has waited; null if nothing waits. */
  since: string | null
}

/**
 * The queues whose oldest item has waited too long and of which nobody was notified yet.
 * @param minutes the limit
 * @param notified the items notified of already, as `{queue} {since}`; the new ones are added
 */
export function tooOld(queues: Oldest[], now: Date, minutes: number, notified: Set<string>): Oldest[] {
  return queues.filter(({ queue, since }) => {
    if (since === null || now.getTime() - new Date(since).getTime() < minutes * 60_000) return false
    const name = `${queue} ${since}`
    if (notified.has(name)) return false
    notified.add(name)
    return true
  })
}

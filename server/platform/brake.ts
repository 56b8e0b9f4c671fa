/** How much a caller may ask of this node, however it asks: counted in memory, before anything is read or looked up. */
export interface Brake {
  /** Counts a call. @returns 0, or the whole seconds after which there is room for it; then it is not counted */
  take(caller: string, cost: number): number
  /** Counts what turned out to cost more. */
  charge(caller: string, cost: number): void
  isKnown(caller: string): boolean
}

/** Callers remembered; the one that has been silent the longest is forgotten first. */
const maxCallers = 50_000

/**
 * A bucket for each caller that leaks steadily.
 * @param options.perSecond cost that may go on for ever
 * @param options.burst cost that may come at once
 * @param options.now milliseconds
 */
export function createBrake(options: { perSecond: number; burst: number; now?: () => number }): Brake {
  const { perSecond, burst, now = () => performance.now() } = options
  const buckets = new Map<string, { level: number; at: number }>()

  function bucketOf(caller: string): { level: number; at: number } {
    const at = now()
    const bucket = buckets.get(caller) ?? { level: 0, at }
    bucket.level = Math.max(0, bucket.level - ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    // Written anew, so that the map's order is that of the last calls.
    buckets.delete(caller)
    const [oldest] = buckets.keys()
    if (buckets.size >= maxCallers && oldest !== undefined) buckets.delete(oldest)
    buckets.set(caller, bucket)
    return bucket
  }

  return {
    take(caller, cost) {
      const bucket = bucketOf(caller)
      const over = bucket.level + cost - burst
      if (over > 0) return Math.ceil(over / perSecond)
      bucket.level += cost
      return 0
    },
    charge(caller, cost) {
      const bucket = bucketOf(caller)
      // A second's more at most: who shares the address does not wait for ever.
      bucket.level = Math.min(bucket.level + cost, burst + perSecond)
    },
    isKnown: (caller) => buckets.has(caller),
  }
}

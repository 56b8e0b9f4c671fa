/**
 * A rate limit of this node, counted in memory before a request is read, so that refused requests cost next
 * to nothing.
 */
export interface Brake {
  /**
   * Counts a call.
   * @returns 0 if the call is allowed; otherwise the whole seconds to wait, and the call is not counted
   */
  take(caller: string, cost: number): number
  /** Adds cost that is only known after the call. */
  charge(caller: string, cost: number): void
  /** Whether a call of this caller is remembered. */
  isKnown(caller: string): boolean
}

/** The most callers that are remembered; the one whose last call is the oldest is forgotten first. */
const maxCallers = 50_000

/**
 * A rate limit in memory, with a leaky bucket for each caller.
 * @param options.perSecond the cost that leaks out of a bucket in a second
 * @param options.burst the cost that a bucket holds
 * @param options.now a clock in milliseconds
 */
export function createBrake(options: { perSecond: number; burst: number; now?: () => number }): Brake {
  const { perSecond, burst, now = () => performance.now() } = options
  const buckets = new Map<string, { level: number; at: number }>()

  function bucketOf(caller: string): { level: number; at: number } {
    const at = now()
    const bucket = buckets.get(caller) ?? { level: 0, at }
    bucket.level = Math.max(0, bucket.level - ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    // Deleted and set again, so that the map is in the order of the last calls.
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
      // At most one second of waiting is added, because other people may share the caller's address.
      bucket.level = Math.min(bucket.level + cost, burst + perSecond)
    },
    isKnown: (caller) => buckets.has(caller),
  }
}

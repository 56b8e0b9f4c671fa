/** The greatest age of a copy in ms: an operator's change is in force on every node after two seconds. */
const maxAge = 2000

export interface ShortCache<Value> {
  /** The value, at most two seconds old. Simultaneous calls share one `read`. */
  get(): Promise<Value>
  /** Makes the next `get` read again. */
  clear(): void
}

/** Caches the result of `read` for two seconds, for values that every call needs. A failure is not cached. */
export function shortCache<Value>(read: () => Promise<Value>): ShortCache<Value> {
  let copy: { readAt: number; value: Promise<Value> } | undefined
  return {
    get() {
      if (!copy || performance.now() - copy.readAt > maxAge) {
        const fresh = { readAt: performance.now(), value: read() }
        copy = fresh
        fresh.value.catch(() => {
          // A later read may have replaced this one and succeeded.
          if (copy === fresh) copy = undefined
        })
      }
      return copy.value
    },
    clear() {
      copy = undefined
    },
  }
}

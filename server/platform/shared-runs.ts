/**
 * Runs of one key that several callers share: one is under way at a time. A call that comes meanwhile waits
 * for it and then shares the next run with all who have waited, because rows that the first one has read may
 * be older than the call.
 */
export function sharedRuns() {
  const running = new Map<string, { current: Promise<void>; next?: Promise<void> }>()

  function start(key: string, run: () => Promise<void>): Promise<void> {
    const current = run().finally(() => {
      if (running.get(key)?.current === current) running.delete(key)
    })
    running.set(key, { current })
    return current
  }

  /** @throws what the run throws that the caller shares */
  return (key: string, run: () => Promise<void>): Promise<void> => {
    const found = running.get(key)
    if (!found) return start(key, run)
    found.next ??= found.current.then(
      () => start(key, run),
      () => start(key, run),
    )
    return found.next
  }
}

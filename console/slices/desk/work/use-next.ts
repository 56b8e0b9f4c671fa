import { useState } from 'react'
import { useLocation } from 'wouter'
import { releaseClaim } from './claim-calls.ts'
import { passedOver } from './passed-over.ts'
import { type NextFilter, pathOf, takeNext, type WorkQueue } from './queries.ts'

/**
 * Opens what comes first in a queue and is free.
 * @param filter how the operator's list is narrowed and ordered
 * @param query of the list's address, which stays
 */
export function useNext(
  queue: WorkQueue,
  { filter, query = '' }: { filter?: NextFilter; query?: string } = {},
) {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)

  /**
   * @returns whether something was opened, or the operator has gone somewhere else meanwhile. @throws
   *   ApiError
   */
  async function open(): Promise<boolean> {
    const from = window.location.pathname
    setBusy(true)
    try {
      const id = await taken()
      if (window.location.pathname !== from) {
        if (id !== undefined) await releaseClaim({ queue, id })
        return true
      }
      if (id !== undefined) navigate(`${pathOf({ queue, id })}${query}`)
      return id !== undefined
    } finally {
      setBusy(false)
    }
  }

  async function taken(): Promise<string | undefined> {
    const passed = passedOver.of(queue)
    const id = await takeNext(queue, { ...(filter && { ...(filter && { filter }) }), not: passed })
    if (id !== undefined || passed.length === 0) return id
    // Nothing else is left, so what was passed over comes round again.
    passedOver.forget(queue)
    return takeNext(queue, { filter })
  }
  return { open, busy }
}

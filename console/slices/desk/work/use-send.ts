import { useState } from 'react'
import { refreshWork } from './queries.ts'

/** Sends one change at a time, and asks again for what it changed. */
export function useSend() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** @returns whether it was carried out */
  async function send(call: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setFailure(undefined)
    try {
      await call()
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      setBusy(false)
      await refreshWork()
    }
  }
  return { busy, failure, send }
}

import { useSyncExternalStore } from 'react'
import { onSessionChange } from './session.ts'

/** Whether an answer said that the logged-in member was suspended (`INACTIVE_USER`). */
let suspended = false
const listeners = new Set<() => void>()

function set(value: boolean): void {
  if (value === suspended) return
  suspended = value
  for (const listener of listeners) listener()
}

onSessionChange(() => set(false))

export const noteSuspended = (): void => set(true)

export const useSuspended = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => suspended,
  )

import { useSyncExternalStore } from 'react'

/**
 * Whether the server can be reached. `offline`: the device has no network. `unreachable`: it has, and yet a call got no
 * answer and a probe after it neither; probes go on until one is answered.
 */
export type Connection = 'online' | 'offline' | 'unreachable'

/** Milliseconds between two probes. */
const pause = 5000

let state: Connection = 'online'
/** How often the device found a network again. */
let returns = 0
let probing = false
const listeners = new Set<() => void>()
const returned = new Set<() => void>()

function become(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
  if (next === 'online') for (const listener of returned) listener()
}

/** Follows the device's network; once, when the app starts. */
export function watchNetwork(): void {
  if (navigator.onLine === false) become('offline')
  addEventListener('offline', () => become('offline'))
  addEventListener('online', () => {
    returns++
    become('online')
  })
}

/**
 * Begins to watch one call. `lost` tells what is known when it got no answer: `NOT_SENT` where the device had no network
 * before, after and at no moment in between, so that nothing can have left it; else `NETWORK`.
 */
export function watchCall(): { lost(): 'NETWORK' | 'NOT_SENT'; answered(): void } {
  const wasOffline = navigator.onLine === false
  const before = returns
  return {
    lost() {
      if (wasOffline && navigator.onLine === false && before === returns) return 'NOT_SENT'
      probe()
      return 'NETWORK'
    },
    answered() {
      // An answer that was on its way when the network went says nothing about now.
      if (navigator.onLine !== false || wasOffline) become('online')
    },
  }
}

/** One lost packet is no reason for a notice: the server is asked before anything is said. */
async function probe(): Promise<void> {
  if (probing) return
  probing = true
  while (!(await isThere())) {
    become(navigator.onLine === false ? 'offline' : 'unreachable')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  probing = false
  become('online')
}

const isThere = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )

/** Called each time the server can be reached again. Returns the unsubscriber. */
export function onReturn(listener: () => void): () => void {
  returned.add(listener)
  return () => returned.delete(listener)
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )

import { useSyncExternalStore } from 'react'

/**
 * Whether the server can be reached. `offline`: the device has no network. `unreachable`: the device has a
 * network, but a call and a probe after it got no answer. Probes go on until one is answered.
 */
export type Connection = 'online' | 'offline' | 'unreachable'

/** Milliseconds between two probes. */
const pause = 5000

let state: Connection = 'online'
/** How many times the device's network came back. */
let returns = 0
let probing = false
const listeners = new Set<() => void>()
const returned = new Set<() => void>()

/** Whether the device says that it has no network. */
const isOff = (): boolean => !navigator.onLine

function become(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
  if (next === 'online') for (const listener of returned) listener()
}

/** Listens to the device's network events. Called once, when the app starts. */
export function watchNetwork(): void {
  if (isOff()) become('offline')
  addEventListener('offline', () => become('offline'))
  addEventListener('online', () => {
    returns++
    become('online')
  })
}

/**
 * Watches one call. If the call gets no answer, `lost()` says why: `NOT_SENT` if the device had no network
 * from the call's beginning to its end, so that nothing can have been sent; otherwise `NETWORK`.
 */
export function watchCall(): { lost(): 'NETWORK' | 'NOT_SENT'; answered(): void } {
  const wasOffline = isOff()
  const before = returns
  return {
    lost() {
      // Also without a network: a page that was frozen has missed the event that says so.
      probe()
      return wasOffline && isOff() && before === returns ? 'NOT_SENT' : 'NETWORK'
    },
    answered() {
      // An answer that was already on its way when the network went says nothing about the network now.
      if (!isOff() || wasOffline) become('online')
    },
  }
}

/** One lost packet is no reason for a notice: the server is probed before the app shows one. */
async function probe(): Promise<void> {
  if (probing) return
  probing = true
  for (;;) {
    const { answered } = watchCall()
    if (await isThere()) {
      probing = false
      return answered()
    }
    become(isOff() ? 'offline' : 'unreachable')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const isThere = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )

/** Calls the listener each time the server can be reached again. @returns a function that unsubscribes */
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

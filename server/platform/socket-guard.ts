import type { IncomingMessage } from 'node:http'
import { readForwarded } from './client-address.ts'

/** Limits which pages may open sockets, and how many an address may open before it joins a room. */
export interface SocketGuard {
  /** Whether a new connection is allowed: its origin is one of ours, and its address is below the limits. */
  admits(request: IncomingMessage): boolean
  /**
   * Counts a connection that has not joined a room yet.
   * @returns a function to call once the connection has joined or is closed
   */
  opened(request: IncomingMessage): () => void
  /** Counts a refused join. @returns whether the address has reached the limit of refused joins */
  refused(request: IncomingMessage): boolean
}

/**
 * The most connections of an address that have joined no room. Our clients join as soon as they are connected,
 * so more of them are not our clients. The limit is not lower because members of one mobile carrier share
 * addresses.
 */
const maxWaiting = 50
const maxRefused = 60
const minute = 60_000

/**
 * @param options.origins origins beside the server's own whose pages may connect, e.g. https://m.example.com
 * @param options.proxies the names and addresses of TRUST_PROXY
 */
export function guardSockets(options: { origins?: string[]; proxies?: string[] }): SocketGuard {
  const forwarded = readForwarded(options.proxies)
  const callers = new Map<string, { waiting: number; refused: number; since: number }>()

  function callerOf(request: IncomingMessage) {
    const { address } = forwarded(request)
    const now = performance.now()
    let caller = callers.get(address)
    if (caller && now - caller.since > minute) {
      caller.refused = 0
      caller.since = now
    }
    if (!caller) {
      if (callers.size > 10_000) forget()
      caller = { waiting: 0, refused: 0, since: now }
      callers.set(address, caller)
    }
    return caller
  }

  function forget(): void {
    for (const [address, { waiting, since }] of callers)
      if (waiting === 0 && performance.now() - since > minute) callers.delete(address)
  }

  /**
   * Browsers always send the origin, which a page cannot prevent. Requests without one come from other
   * programs, which cannot misuse a member's browser.
   */
  function isOurs(request: IncomingMessage): boolean {
    const { origin } = request.headers
    if (origin === undefined) return true
    if (options.origins?.includes(origin)) return true
    return URL.canParse(origin) && new URL(origin).host === forwarded(request).host
  }

  return {
    admits(request) {
      if (!isOurs(request)) return false
      const { waiting, refused } = callerOf(request)
      return waiting < maxWaiting && refused < maxRefused
    },
    opened(request) {
      const caller = callerOf(request)
      caller.waiting++
      let isCounted = true
      return () => {
        if (isCounted) caller.waiting--
        isCounted = false
      }
    },
    refused: (request) => ++callerOf(request).refused >= maxRefused,
  }
}

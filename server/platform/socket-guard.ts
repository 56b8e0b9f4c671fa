import type { IncomingMessage } from 'node:http'
import { readForwarded } from './client-address.ts'
import { addressKey } from './limits/address-key.ts'
import { createBrake } from './limits/brake.ts'
import { createPlaces } from './limits/places.ts'

/** Limits which pages may open sockets, and how many an address may open before it joins a room. */
export interface SocketGuard {
  /** Whether a new connection is allowed: its origin is one of ours, and its address is below the limits. */
  admits(request: IncomingMessage): boolean
  /**
   * Counts a connection that has not joined a room yet.
   * @returns a function to call once the connection has joined or is closed
   */
  opened(request: IncomingMessage): () => void
  /** Counts a refused join. @returns whether the address is above the limit of refused joins */
  refused(request: IncomingMessage): boolean
}

/**
 * The most connections of an address that have joined no room. Our clients join as soon as they are
 * connected, so more of them are not our clients. The limit is not lower because members of one mobile
 * carrier share addresses.
 */
const maxWaiting = 50
/** How often an address may be refused to join: so often at once, and once a second after that. */
const refusals = { perSecond: 1, burst: 60 }

/**
 * @param options.origins origins beside the server's own whose pages may connect, e.g. https://m.example.com
 * @param options.proxies the names and addresses of TRUST_PROXY
 * @param options.now a clock in milliseconds
 */
export function guardSockets(options: {
  origins?: string[]
  proxies?: string[]
  now?: () => number
}): SocketGuard {
  const forwarded = readForwarded(options.proxies)
  const waiting = createPlaces(maxWaiting)
  const refused = createBrake({ ...refusals, ...(options.now && { now: options.now }) })
  const addressOf = (request: IncomingMessage): string => forwarded(request).address

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
      const address = addressOf(request)
      return !waiting.isFull(address) && refused.take(addressKey(address), 0) === 0
    },
    opened: (request) => waiting.take(addressOf(request)),
    refused(request) {
      const address = addressKey(addressOf(request))
      refused.charge(address, 1)
      return refused.take(address, 0) > 0
    },
  }
}

import type { IncomingMessage } from 'node:http'
import { readForwarded } from './client-address.ts'

/** Who may open a socket, and how many: nothing that a stranger opens costs more than a moment. */
export interface SocketGuard {
  /** Whether a new connection may begin: from a page of ours, and not from where too many come. */
  admits(request: IncomingMessage): boolean
  /** Counts a connection that has not joined a room yet; call the answer once it has, or is gone. */
  opened(request: IncomingMessage): () => void
  /** Counts a join that was refused. @returns whether this is enough */
  refused(request: IncomingMessage): boolean
}

/** A client joins as soon as it is connected, so many that have not are no clients. Members of one carrier share addresses. */
const maxWaiting = 50
const maxRefused = 60
const minute = 60_000

/**
 * @param origins other than the server's own whose pages may connect, e.g. https://m.example.com
 * @param proxies as TRUST_PROXY names them
 */
export function guardSockets(options: { origins?: string[]; proxies?: string[] }): SocketGuard {
  const told = readForwarded(options.proxies)
  const callers = new Map<string, { waiting: number; refused: number; since: number }>()

  function callerOf(request: IncomingMessage) {
    const { address } = told(request)
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

  /** Only browsers name an origin, and no page can keep them from it; other programs have no cookies or pages to abuse. */
  function isOurs(request: IncomingMessage): boolean {
    const { origin } = request.headers
    if (origin === undefined) return true
    if (options.origins?.includes(origin)) return true
    return URL.canParse(origin) && new URL(origin).host === told(request).host
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

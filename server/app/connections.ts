import type { Socket } from 'node:net'
import { delays } from '@krapao/contract/limits.ts'
import { uploadSlip } from '@krapao/contract/slices/deposit/slip/upload-slip.ts'
import type { FastifyInstance } from 'fastify'
import { isLoopback, proxyCheck } from '../platform/client-address.ts'
import { addressKey } from '../platform/limiter.ts'

/**
 * The maximum time for a request to arrive, and the maximum number of connections, because a client can hold them at no
 * cost.
 */

/** Milliseconds for the body of any call but an upload; such bodies are a few kilobytes. */
const usualBody = 30_000
const headersWithin = 20_000
/**
 * The maximum number of connections of a node; further ones are refused, so that files and the database can still be
 * opened.
 */
const max = 20_000
/**
 * The maximum number from one address: a member has two connections, and many members of a carrier share an address.
 */
const maxPerAddress = 2000

/** For Fastify: the longest request, and how often Node looks for requests that take too long. */
export const requestTimes = {
  requestTimeout: delays.upload + usualBody,
  http: { headersTimeout: headersWithin, connectionsCheckingInterval: 5000 },
}

/**
 * @param options.proxies the value of TRUST_PROXY: all clients connect through these
 * @param options.bodyWithin milliseconds
 */
export function limitConnections(
  app: FastifyInstance,
  { proxies, bodyWithin = usualBody }: { proxies?: string[] | undefined; bodyWithin?: number } = {},
): void {
  app.server.maxConnections = max
  const isProxy = proxyCheck(proxies)
  const enter = countByAddress(maxPerAddress)
  app.server.on('connection', (socket: Socket) => {
    const from = socket.remoteAddress ?? ''
    if (isLoopback(from) || isProxy(from)) return
    const leave = enter(from)
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })

  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0
    if (!hasBody || raw.complete || routeOptions.url === uploadSlip.path) return
    const timer = setTimeout(() => raw.destroy(), bodyWithin)
    for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer))
  })
}

/**
 * Limits the number of connections of each address. @returns a function that takes a place and returns the function
 * that frees it; undefined if none is free
 */
export function countByAddress(maxEach: number): (from: string) => (() => void) | undefined {
  const taken = new Map<string, number>()
  return (from) => {
    const address = addressKey(from)
    const count = taken.get(address) ?? 0
    if (count >= maxEach) return undefined
    taken.set(address, count + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (taken.get(address) ?? 1) - 1
      if (left > 0) taken.set(address, left)
      else taken.delete(address)
    }
  }
}

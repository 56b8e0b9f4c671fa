import type { Socket } from 'node:net'
import { delays } from '@krapao/contract/limits.ts'
import { uploadSlip } from '@krapao/contract/slices/deposit/slip/upload-slip.ts'
import type { FastifyInstance } from 'fastify'
import { isLoopback, proxyCheck } from '../platform/client-address.ts'
import { createPlaces } from '../platform/limits/places.ts'

/**
 * The maximum time for a request to arrive, and the maximum number of connections, because a client can hold
 * them at no cost.
 */

/** Milliseconds for the body of any call but an upload; such bodies are a few kilobytes. */
const usualBody = 30_000
const headersWithin = 20_000
/**
 * The maximum number of connections of a node; further ones are refused, so that files and the database can
 * still be opened.
 */
const max = 20_000
/**
 * The maximum number from one address: a member has two connections, and many members of a carrier share an
 * address.
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
  const places = createPlaces(maxPerAddress)
  app.server.on('connection', (socket: Socket) => {
    const from = socket.remoteAddress ?? ''
    if (isLoopback(from) || isProxy(from)) return
    if (places.isFull(from)) socket.destroy()
    else socket.once('close', places.take(from))
  })

  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0
    if (!hasBody || raw.complete || routeOptions.url === uploadSlip.path) return
    const timer = setTimeout(() => raw.destroy(), bodyWithin)
    for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer))
  })
}

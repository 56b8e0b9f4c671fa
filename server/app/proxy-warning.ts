import type { FastifyInstance } from 'fastify'
import { proxyCheck } from '../platform/client-address.ts'
import { routeOf } from '../platform/route-of.ts'

/** Milliseconds until the log says it again. */
const again = 3_600_000

/**
 * Warns, at most once an hour, of a proxy and a server that do not agree: limits by address then apply to all
 * callers together, and a stranger who uses them up locks everybody out (rules.md §2.3). Either the server
 * does not know the proxy, or the proxy does not send the address for which it calls.
 * @param options.proxies the names and addresses of TRUST_PROXY
 * @param options.isDemo it calls itself while it makes its world, without a proxy
 */
export function warnOfProxy(
  app: FastifyInstance,
  { proxies, isDemo }: { proxies: string[] | undefined; isDemo: boolean },
): void {
  const isOurs = proxyCheck(proxies)
  let warnedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', async (request) => {
    const names = request.headers['x-forwarded-for'] !== undefined
    const isWrong = proxies
      ? !names &&
        !isDemo &&
        isOurs(request.socket.remoteAddress ?? '') &&
        routeOf(request).startsWith('/api/')
      : names
    if (!isWrong || performance.now() - warnedAt < again) return
    warnedAt = performance.now()
    app.log.warn(
      { from: request.ip },
      proxies
        ? 'a call comes from a proxy of TRUST_PROXY without X-Forwarded-For: all callers count as one address; let the proxy send it (docs/deploy/nginx.conf)'
        : 'X-Forwarded-For arrives and TRUST_PROXY is not set: all callers count as one address; set TRUST_PROXY',
    )
  })
}

import type { FastifyInstance } from 'fastify'

/**
 * Warns once about a proxy that the server does not know: every caller then has the proxy's address, and limits by
 * address apply to all of them together (rules.md §2.3).
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    warned = true
    app.log.warn(
      { from: request.ip },
      'X-Forwarded-For arrives and TRUST_PROXY is not set: all callers count as one address; set TRUST_PROXY',
    )
  })
}

import type { FastifyInstance } from 'fastify'

/**
 * Warns once when a proxy stands in front that the server was not told of: every caller then has the proxy's address,
 * and what is limited by address is limited for all of them together (rules.md §2.3).
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

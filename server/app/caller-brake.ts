import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../platform/client-address.ts'
import { addressKey } from '../platform/limits/address-key.ts'
import { createBrake } from '../platform/limits/brake.ts'
import { TooMany } from '../platform/limits/too-many.ts'
import { routeOf } from '../platform/route-of.ts'
import { hashToken } from '../slices/account/public.ts'

/**
 * Seconds of calls that may come at once: a page that opens, or many members behind one address after an
 * outage.
 */
const burstSeconds = 10
/** The additional cost of a call that cannot be parsed or has the wrong form. */
const junkCost = 4
const junk = [400, 413, 415]

/**
 * Reports of banks and gateways, and the load balancer's health check. The former are verified by their
 * signature before they are parsed; both must get through, however many others call.
 */
const alwaysOpen = /^\/(hooks|health)\//

/**
 * Refuses callers that ask for more than a node should give to one of them, with 429 `REQUEST_LIMIT_1MIN` and
 * `retryAfter`, before the call is read or anything is looked up for it. Strangers are counted by address. A
 * session that this node has accepted is counted by itself, so that it is not refused for calls of others
 * behind the same carrier's address. Calls from this machine are counted only if they are malformed, because
 * their address does not distinguish callers.
 * @param perSecond the calls of one caller that may go on for ever; 0: no limit
 */
export function brakeCallers(app: FastifyInstance, perSecond: number): void {
  if (perSecond === 0) return
  const brake = createBrake({ perSecond, burst: perSecond * burstSeconds })
  const callers = new WeakMap<FastifyRequest, string>()

  app.addHook('onRequest', async (request) => {
    if (alwaysOpen.test(routeOf(request))) return
    const session = sessionIn(request)
    const caller = session && brake.isKnown(session) ? session : addressKey(request.ip)
    callers.set(request, caller)
    const retryAfter = brake.take(caller, isLoopback(request.ip) ? 0 : 1)
    if (retryAfter > 0) throw new TooMany('REQUEST_LIMIT_1MIN', retryAfter)
  })

  app.addHook('onResponse', async (request, reply) => {
    const caller = callers.get(request)
    if (caller && junk.includes(reply.statusCode)) brake.charge(caller, junkCost)
    const hash = (request.caller ?? request.operator)?.sessionHash
    if (hash) brake.charge(`session ${hash}`, 0)
  })
}

/** The claimed session of a call, by the name under which accepted sessions are counted. */
function sessionIn({ headers }: FastifyRequest): string | undefined {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(headers.authorization ?? '')?.[1]
  return token && `session ${hashToken(token)}`
}

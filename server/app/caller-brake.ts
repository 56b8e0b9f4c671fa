import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBrake } from '../platform/brake.ts'
import { isLoopback } from '../platform/client-address.ts'
import { addressKey } from '../platform/limiter.ts'
import { Refusal } from '../platform/refusal.ts'
import { hashToken } from '../slices/account/public.ts'

/** Seconds of calls that may come at once: a page that opens, many members behind one address after a break. */
const burstSeconds = 10
/** What a call costs on top that could not even be read, or did not fit its form: it was made to cost. */
const junkCost = 4
const junk = [400, 413, 415]

/**
 * Reports that are money, and the balancer's question: the one is checked by its signature before it is parsed, and both
 * have to get through whoever else is calling.
 */
const alwaysOpen = /^\/(hooks|health)\//

/**
 * Refuses callers that ask for more than a node should give to one of them, with 429 `REQUEST_LIMIT_1MIN` and `retryAfter`,
 * before their call is read or anything is looked up for it. Strangers are counted by address; a session that this node has let
 * in is counted by itself, so that nobody is refused for what others do at the same carrier's address. Calls from this machine
 * are counted only as far as they are junk: there is no address to tell people apart by.
 * @param perSecond calls of one caller that may go on for ever; 0: no limit
 */
export function brakeCallers(app: FastifyInstance, perSecond: number): void {
  if (perSecond === 0) return
  const brake = createBrake({ perSecond, burst: perSecond * burstSeconds })
  const callers = new WeakMap<FastifyRequest, string>()

  app.addHook('onRequest', async (request) => {
    if (alwaysOpen.test(request.url)) return
    const session = sessionIn(request)
    const caller = session && brake.isKnown(session) ? session : addressKey(request.ip)
    callers.set(request, caller)
    const retryAfter = brake.take(caller, isLoopback(request.ip) ? 0 : 1)
    if (retryAfter > 0) throw new Refusal('REQUEST_LIMIT_1MIN', { retryAfter })
  })

  app.addHook('onResponse', async (request, reply) => {
    const caller = callers.get(request)
    if (caller && junk.includes(reply.statusCode)) brake.charge(caller, junkCost)
    const hash = (request.caller ?? request.operator)?.sessionHash
    if (hash) brake.charge(`session ${hash}`, 0)
  })
}

/** The session that a call claims to be of, as it is named when it was let in. */
function sessionIn({ headers }: FastifyRequest): string | undefined {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(headers.authorization ?? '')?.[1]
  return token && `session ${hashToken(token)}`
}

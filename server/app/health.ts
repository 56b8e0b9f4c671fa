import type { FastifyInstance } from 'fastify'
import { troubleOf } from '../platform/database-trouble.ts'
import { Refusal } from '../platform/refusal.ts'
import { routeOf } from '../platform/route-of.ts'
import { version } from './version.ts'
import type { Watch } from './watch.ts'

/**
 * The states of a server: it waits for its database and prepares it, makes the demo world by its own calls,
 * serves, or ends.
 */
export type Stage = 'starting' | 'seeding' | 'ready' | 'stopping'

/**
 * Milliseconds after which a database without an answer counts as away: the load balancer must be answered
 * within a second.
 */
const patience = 900

/**
 * `/health/live`: the process answers. `/health/ready`: members can be served; else 503 with the reason
 * (rules.md §14). Both contain the version. `alarms` names what a person has to see to although members can
 * be served. Calls that come before the database is prepared are answered 503, too.
 * @param server.probe uses the database as members' calls do; throws when it is closed
 */
export function reportHealth(
  app: FastifyInstance,
  server: { stage(): Stage; probe(): Promise<void>; watch: Watch },
): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok', version }))

  app.get('/health/ready', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const stage = server.stage()
    const trouble = await troubleWith(async () => {
      await server.probe()
      if (await server.watch.isClockWrong()) return 'clock-skew'
      if (await server.watch.isKeyReplaced()) return 'key-replaced'
    })
    const isAway = typeof trouble === 'string'
    if (trouble === undefined && stage === 'ready') {
      const alarms = server.watch.alarms()
      return { status: 'ok', version, ...(alarms.length > 0 && { alarms }) }
    }
    if (stage === 'ready' && !isAway) request.log.error({ err: trouble }, 'readiness is unknown')
    const reason = isAway ? trouble : stage === 'ready' ? 'unknown' : stage
    return reply.status(503).send({ status: 'unavailable', reason })
  })

  app.addHook('onRequest', async (request) => {
    if (server.stage() === 'starting' && /^\/(api|hooks|sandbox)\b/.test(routeOf(request)))
      throw new Refusal('SERVICE_UNAVAILABLE', { reason: 'starting' })
  })
}

/**
 * What `probe` answers or the reason why the database is not available, another error unchanged, or
 * undefined.
 */
async function troubleWith(probe: () => Promise<string | undefined>): Promise<unknown> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('database-away'), patience)
  const answer = probe().catch((error: unknown) => troubleOf(error)?.reason ?? error)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

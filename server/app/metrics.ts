import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { isLoopback } from '../platform/client-address.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * Measures request times by route and status, and answers them at `/metrics` together with the process's own metrics.
 * They show how much business there is, so they are not public.
 * @param token the token that a caller has to send; undefined: only callers on this machine are answered
 */
export function measure(app: FastifyInstance, token: string | undefined): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const undeclared = new Counter({
    name: 'undeclared_codes_total',
    help: 'Error codes that were answered although the contract does not declare them for the call',
    labelNames: ['method', 'route', 'code'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    if (request.undeclared) undeclared.inc({ method: request.method, route, code: request.undeclared })
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token !== undefined && !bears(request, token)) throw new Refusal('invalid-token')
    if (token === undefined && !isFromHere(request)) throw new Refusal('FORBIDDEN')
    reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
}

function bears({ headers }: FastifyRequest, token: string): boolean {
  const [given, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((one) => Buffer.from(one))
  return given?.length === expected?.length && timingSafeEqual(given as Buffer, expected as Buffer)
}

/** A header that proxies add: a caller behind one may be anywhere. */
const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') && !forwarded.some((name) => headers[name] !== undefined)

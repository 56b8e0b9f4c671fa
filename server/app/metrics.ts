import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from '../platform/client-address.ts'
import type { Jobs } from '../platform/jobs.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Watch } from './watch.ts'

/**
 * Measures request times by route and status, and answers them at `/metrics` together with the process's own
 * metrics, how its jobs have gone and what the node watches. They show how much business there is, so they
 * are not public: a server for real money without a token answers nobody, because behind a proxy on the same
 * machine everybody comes from there.
 * @param access.token the token that a caller has to send; undefined: a demo answers callers on this machine
 */
export function measure(
  app: FastifyInstance,
  {
    token,
    isDemo,
    jobs,
    watch,
  }: {
    token: string | undefined
    isDemo: boolean
    jobs: Pick<Jobs, 'runs'>
    watch: Pick<Watch, 'seen'>
  },
): void {
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
  const facts = {
    skew: new Gauge({
      name: 'clock_skew_seconds',
      help: 'By how much the clock of this node is ahead of the database’s',
      registers: [registry],
    }),
    unsealed: new Gauge({
      name: 'ledger_unsealed_seconds',
      help: 'For how long the oldest journal without a seal has waited for one',
      registers: [registry],
    }),
    failures: new Gauge({
      name: 'job_failures_total',
      help: 'Failed runs of a job on this node',
      labelNames: ['job'],
      registers: [registry],
    }),
    success: new Gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'When a job last ended well on this node; of those that run on one node at a time, take the latest of all nodes',
      labelNames: ['job'],
      registers: [registry],
    }),
  }
  function noteFacts(): void {
    const { skewSeconds, unsealedSeconds } = watch.seen()
    facts.skew.set(skewSeconds ?? Number.NaN)
    facts.unsealed.set(unsealedSeconds ?? Number.NaN)
    for (const [job, { failures, lastSuccess }] of jobs.runs()) {
      facts.failures.set({ job }, failures)
      if (lastSuccess) facts.success.set({ job }, lastSuccess.getTime() / 1000)
    }
  }
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    if (request.undeclared) undeclared.inc({ method: request.method, route, code: request.undeclared })
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token === undefined && !isDemo) throw new Refusal('NO_DATA')
    if (token !== undefined && !bears(request, token)) throw new Refusal('invalid-token')
    if (token === undefined && !isFromHere(request)) throw new Refusal('FORBIDDEN')
    reply.header('cache-control', 'no-store').type(registry.contentType)
    noteFacts()
    return registry.metrics()
  })
}

function bears({ headers }: FastifyRequest, token: string): boolean {
  const [given, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((header) =>
    Buffer.from(header),
  )
  return given?.length === expected?.length && timingSafeEqual(given as Buffer, expected as Buffer)
}

/** A header that proxies add: a caller behind one may be anywhere. */
const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') && !forwarded.some((name) => headers[name] !== undefined)

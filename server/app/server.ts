import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifySwagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { memberRoom } from '@krapao/contract/events.ts'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { pino } from 'pino'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { httpGames } from '../adapters/game/http.ts'
import { httpGifts } from '../adapters/gift/http.ts'
import { httpPayments } from '../adapters/payment/http.ts'
import { httpPayouts } from '../adapters/payout/http.ts'
import type { Outside } from '../adapters/signed-post.ts'
import { httpSlips } from '../adapters/slip/http.ts'
import { httpSms } from '../adapters/sms/http.ts'
import { createLedger } from '../ledger/kernel.ts'
import { readBrand } from '../platform/brand.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Database, openPglite, openPostgres } from '../platform/database.ts'
import { createDesk } from '../platform/desk.ts'
import { localFiles } from '../platform/files.ts'
import { createIdempotency } from '../platform/idempotency.ts'
import { createJobs } from '../platform/jobs.ts'
import { migrate } from '../platform/migrate.ts'
import { Refusal } from '../platform/refusal.ts'
import { createSealer } from '../platform/sealer.ts'
import { createSettings } from '../platform/settings.ts'
import { createSockets } from '../platform/sockets.ts'
import { admit } from '../slices/account/public.ts'
import type { Context } from '../slices/context.ts'
import { listHouseAccounts } from '../slices/deposit/public.ts'
import { redactUrl } from '../slices/game/public.ts'
import { isServiceActive } from '../slices/lookup/public.ts'
import { admitOperator } from '../slices/operator/public.ts'
import { answerErrors, readStrictJson } from './answers.ts'
import type { Config } from './config.ts'
import { servePages } from './pages.ts'
import { slices } from './slices.ts'

/** A running server. */
export interface Server {
  app: FastifyInstance
  context: Context
  /** Where it listens, e.g. http://localhost:8080; after `listen`. */
  address: string
  /** Starts listening, then the jobs. */
  listen(): Promise<void>
  /** Drains: no new requests, running ones end, jobs stop, the database closes. */
  close(): Promise<void>
}

/** What tests may replace; nothing else is ever swapped. */
export interface Overrides {
  clock?: Clock
  database?: Database
}

/**
 * Composes the server: database, ledger, adapters, slices. Migrates and seeds before it answers.
 * @throws when the database cannot be opened or migrated, or the brand file is wrong
 */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<Server> {
  const log = pino({
    level: config.LOG_LEVEL,
    redact: ['*.password', '*.token', '*.otpCode'],
    serializers: {
      // No headers (tokens), and no credential that a path carries (rules.md §4.5).
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: redactUrl(request.url),
        ip: request.ip,
      }),
    },
  })
  const clock = overrides.clock ?? systemClock
  const brand = readBrand(config.BRAND_FILE)
  const database = overrides.database ?? (await openDatabase(config))
  if (database.engine === 'pglite' && config.LOG_LEVEL !== 'silent') {
    log.warn(
      'embedded database: for demo and development, not for real money; set DATABASE_URL for PostgreSQL',
    )
  }
  await migrate(database, join(import.meta.dirname, '../migrations'))

  const app = Fastify({
    loggerInstance: log as never,
    genReqId: () => randomBytes(9).toString('base64url'),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: 65_536,
    logController: new LogController({
      disableRequestLogging: (request) => !request.url?.startsWith('/api/'),
    }),
    routerOptions: { maxParamLength: 200 },
    ajv: {
      // Coarse enough that 578987556.41 is a multiple of 0.01; readStrictJson has counted the decimals before.
      customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, multipleOfPrecision: 3 },
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as FastifyInstance
  app.decorateRequest('caller', undefined)
  app.decorateRequest('operator', undefined)
  answerErrors(app)
  readStrictJson(app)
  let closing = false
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A client that keeps its connection after the last answer would hold up the end.
    if (closing) reply.header('connection', 'close')
  })

  const ledger = createLedger(database, { log, ...(overrides.clock && { clock }) })
  const sockets = await createSockets(app.server, { redisUrl: config.REDIS_URL, log })
  const jobs = createJobs(database, log)
  const idempotency = createIdempotency(database, clock)

  let address = ''
  const secrets = secretsOf(config)
  /** Where an adapter's calls go: as configured, else the sandbox in demo mode. */
  const outside = (given: string | undefined, secret: string, room: string): Outside => ({
    url: () => given ?? (config.DEMO ? `${address}/sandbox/${room}` : undefined),
    secret,
    clock,
  })
  const key = config.CREDENTIAL_KEY ?? ownKey(config.DATA_DIR)
  const context: Context = {
    database,
    db: database.db,
    ledger,
    clock,
    log,
    jobs,
    sockets,
    gate: {
      admit: (request) => admit(context, request),
      admitOperator: (request) => admitOperator(context, request),
      once: idempotency.once,
    },
    settings: createSettings(database),
    brand,
    sealer: createSealer(key),
    sms: httpSms(outside(config.SMS_URL, secrets.sms, 'sms')),
    games: httpGames({ ...outside(config.GAMES_URL, secrets.games, 'games'), log }),
    slips: httpSlips(outside(config.SLIPS_URL, secrets.slips, 'slips')),
    payments: httpPayments(outside(config.PAYMENTS_URL, secrets.payments, 'payments')),
    gifts: httpGifts(outside(config.GIFTS_URL, secrets.gifts, 'gifts')),
    payouts: httpPayouts(outside(config.PAYOUTS_URL, secrets.payouts, 'payouts')),
    desk: createDesk(),
    files: localFiles({
      folder: join(config.DATA_DIR, 'files'),
      secret: createHmac('sha256', key).update('files').digest('hex'),
      clock,
    }),
    // Without demo mode nothing is believed that is not signed with a secret of the operator's own.
    hookSecrets: {
      bank: config.BANK_SECRET ?? (config.DEMO ? secrets.bank : undefined),
      payment: config.PAYMENTS_SECRET ?? (config.DEMO ? secrets.payments : undefined),
    },
  }

  ledger.onPosted((memberIds) => {
    for (const id of memberIds) sockets.emit(memberRoom(id), 'wallet-changed')
  })

  await app.register(fastifySwagger, {
    openapi: {
      info: { title: 'Krapao', version: '1.1.14', description: 'Member wallet of an online gaming operator' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
  const metrics = measure(app)

  // The whole service may be terminated; one call tells so, the others only say GONE (rules.md §14).
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/') && !(await isServiceActive(context))) throw new Refusal('GONE')
  })

  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { schema: { hide: true } }, async () => {
    await database.query('select 1')
    return { status: 'ok' }
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(metrics.contentType)
    return metrics.metrics()
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())

  for (const slice of slices) await slice.mount(app, context)
  for (const slice of slices) await slice.seed?.(context)

  if (config.DEMO) {
    const { sandboxPlugin } = await import('@krapao/sandbox/plugin.ts')
    await app.register(sandboxPlugin, {
      prefix: '/sandbox',
      database,
      clock,
      secrets,
      server: () => address,
      houseAccounts: () => listHouseAccounts(context),
    })
  }
  await servePages(app, join(import.meta.dirname, '../../member/dist'), brand)

  await jobs.cron('seal-ledger', '* * * * *', async () => {
    await ledger.seal()
    await ledger.snapshotHouse()
  })
  await jobs.cron('sweep-idempotency', '17 * * * *', idempotency.sweep)

  return {
    app,
    context,
    get address() {
      return address
    },
    async listen() {
      await app.listen({ port: config.PORT, host: config.HOST })
      const bound = app.server.address()
      address = `http://localhost:${typeof bound === 'object' && bound ? bound.port : config.PORT}`
      if (config.DEMO) {
        const { seedDemo } = await import('./demo.ts')
        await seedDemo(context, address)
      }
      await jobs.start()
    },
    async close() {
      closing = true
      await jobs.stop()
      await sockets.close()
      await app.close()
      await ledger.close()
      if (!overrides.database) await database.close()
    },
  }
}

async function openDatabase(config: Config): Promise<Database> {
  if (config.DATABASE_URL) return openPostgres(config.DATABASE_URL)
  mkdirSync(config.DATA_DIR, { recursive: true })
  return openPglite(join(config.DATA_DIR, 'database'))
}

/** What signs the exchange with the outside world; the sandbox's own where nothing is configured. */
const secretsOf = (config: Config) => ({
  sms: config.SMS_SECRET ?? 'sandbox-sms',
  games: config.GAMES_SECRET ?? 'sandbox-games',
  bank: config.BANK_SECRET ?? 'sandbox-bank',
  slips: config.SLIPS_SECRET ?? 'sandbox-slips',
  payments: config.PAYMENTS_SECRET ?? 'sandbox-payments',
  gifts: config.GIFTS_SECRET ?? 'sandbox-gifts',
  payouts: config.PAYOUTS_SECRET ?? 'sandbox-payouts',
})

/** A key made up for this installation, kept beside its data. */
function ownKey(folder: string): string {
  const file = join(folder, 'credential.key')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

/** Request times by route and status, beside the process's own figures. */
function measure(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return registry
}

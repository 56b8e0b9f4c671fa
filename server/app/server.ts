import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memberRoom } from '@krapao/contract/events.ts'
import type { FastifyInstance } from 'fastify'
import { createDesk, mendItems } from '../desk/items.ts'
import { createLedger } from '../ledger/public.ts'
import { createAttempts, sweepAttempts } from '../outside/attempts.ts'
import { readBrand } from '../platform/brand.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { closeApp } from '../platform/close-app.ts'
import type { Database } from '../platform/database.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { onceThere } from '../platform/database-wait.ts'
import { localFiles } from '../platform/files.ts'
import { createIdempotency } from '../platform/idempotency.ts'
import { requireReadCommitted } from '../platform/isolation.ts'
import { createJobs, jobSeconds } from '../platform/jobs.ts'
import { passing } from '../platform/late-body.ts'
import { callLimiter } from '../platform/limits/limiter.ts'
import { migrate } from '../platform/migrate.ts'
import { pagePolicy } from '../platform/page-policy.ts'
import { createPictures } from '../platform/pictures.ts'
import { Refusal } from '../platform/refusal.ts'
import { createRefusedCalls } from '../platform/refused-calls.ts'
import { routeOf } from '../platform/route-of.ts'
import { createSealer } from '../platform/sealer.ts'
import { requireSessions } from '../platform/sessions.ts'
import { createSettings } from '../platform/settings.ts'
import { createSockets } from '../platform/sockets.ts'
import { sweepUnfinished } from '../platform/unfinished-files.ts'
import { admit } from '../slices/account/public.ts'
import { createCampaigns } from '../slices/campaign/public.ts'
import { admitCustomer, chatOnSites } from '../slices/chat/public.ts'
import type { Context } from '../slices/context.ts'
import { listHouseAccounts } from '../slices/house/public.ts'
import { isServiceActive } from '../slices/lookup/public.ts'
import { admitOperator } from '../slices/operator/public.ts'
import { serveChatOnSites } from './chat-on-sites.ts'
import type { Config } from './config.ts'
import { createAdapters } from './create-adapters.ts'
import { createHttp } from './create-http.ts'
import { reportHealth, type Stage } from './health.ts'
import { claimInstallation } from './installation.ts'
import { claimKeys, isReplaced } from './installation-keys.ts'
import { keepRefusedCalls } from './keep-refused-calls.ts'
import { keepAssets, keepWhileServing } from './kept-assets.ts'
import { openLog } from './log.ts'
import { measure } from './metrics.ts'
import { describeCalls } from './open-api.ts'
import { builtPages, type PageFolders, servePages } from './pages.ts'
import { proveDesk } from './prove-desk.ts'
import { channelsOf, keysOf, linkSecretsOf, secretsOf } from './secrets.ts'
import { createServices, mountSlices, slices } from './slices.ts'
import { createWatch, type Watch } from './watch.ts'

/** A running server. */
export interface Server {
  app: FastifyInstance
  context: Context
  /** The address where it listens, e.g. http://localhost:8080; after `listen`. */
  address: string
  /**
   * Migrates and seeds. `listen` does that as well; call this only to use the context of a server that never
   * listens.
   */
  prepare(): Promise<void>
  /**
   * Starts listening, waits for the database if it is away, and resolves when members can be served.
   * @throws if the database cannot be migrated or the demo world cannot be made
   */
  listen(): Promise<void>
  /** Drains: refuses new requests, lets running ones end, stops jobs, closes the database. */
  close(): Promise<void>
}

/** The parts that tests may replace; nothing else is ever replaced. */
export interface Overrides {
  clock?: Clock
  database?: Database
  /** The pages of another build than the server's own. */
  pages?: PageFolders
  /**
   * Sweeps that this node leaves to others, so that a test knows which of its steps take a piece of work up.
   */
  idleSweeps?: string[]
  /** Whether operators need a second factor. */
  asksSecondFactor?: boolean
}

/**
 * Composes the server: database, ledger, adapters, slices. It needs no PostgreSQL and no Redis until it
 * listens.
 * @throws if the embedded database cannot be opened, or the brand file is wrong
 */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<Server> {
  const log = await openLog(config.LOG_LEVEL)
  const clock = overrides.clock ?? systemClock
  const brand = readBrand(config.BRAND_FILE)
  const pages = overrides.pages ?? builtPages
  const database = overrides.database ?? (await openDatabase(config))
  if (database.engine === 'pglite' && config.LOG_LEVEL !== 'silent') {
    log.warn(
      'embedded database: for demo and development, not for real money; set DATABASE_URL for PostgreSQL',
    )
  }

  const app = await createHttp(config, log)
  let stage: Stage = 'starting'
  const stopping = new AbortController()
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A client that keeps its connection after the last answer would delay the end.
    if (stage === 'stopping') reply.header('connection', 'close')
  })

  const keys = keysOf(config)
  const ledger = createLedger(database, { log, ...(overrides.clock && { clock }) })
  const sockets = await createSockets(app.server, {
    ...(config.REDIS_URL && { redis: { url: config.REDIS_URL, channels: channelsOf(keys) } }),
    ...(config.ORIGINS && { origins: config.ORIGINS }),
    ...(config.TRUST_PROXY && { proxies: config.TRUST_PROXY }),
    log,
  })
  const jobs = createJobs(database, log, overrides.idleSweeps)
  const settings = createSettings(database, log)
  const refusedCalls = createRefusedCalls(database, { clock, log, seconds: jobSeconds })
  const idempotency = createIdempotency(database, clock, settings)
  const watch = createWatch({ database, clock, ledger, log, isKeyReplaced: () => isReplaced(database, keys) })

  let address = ''
  const secrets = secretsOf(config)
  const files = join(config.DATA_DIR, 'files')
  const pictures = createPictures()
  // Before the requests end: those that wait for a picture would keep the server from ending.
  app.addHook('preClose', pictures.close)
  const provided: Omit<Context, 'services'> = {
    database,
    db: database.db,
    ledger,
    clock,
    log,
    jobs,
    sockets,
    gate: {
      admit: (request) => admit(context, request),
      admitCustomer: (request) => admitCustomer(context, request),
      admitOperator: (request) => admitOperator(context, request),
      limiter: (limit) => callLimiter({ database, clock, settings }, limit),
      once: idempotency.once,
      answerOf: idempotency.answerOf,
    },
    settings,
    refusedCalls,
    brand,
    ...{ publicUrl: config.PUBLIC_URL, isDemo: config.DEMO },
    asksSecondFactor: overrides.asksSecondFactor ?? !config.DEMO,
    sealer: createSealer(keys, () => watch.requireKey()),
    ...createAdapters(config, { secrets, clock, log, sandbox: () => `${address}/sandbox` }),
    attempts: createAttempts(database, log),
    desk: createDesk(sockets),
    campaigns: createCampaigns({ db: database.db, clock }),
    files: localFiles({ folder: files, secrets: linkSecretsOf(keys), clock }),
    pictures,
  }
  const context: Context = { ...provided, services: createServices(provided) }

  ledger.onPosted((memberIds) => {
    for (const id of memberIds) sockets.emit(memberRoom(id), 'wallet-changed')
  })

  await describeCalls(app, context.gate)
  measure(app, { token: config.METRICS_TOKEN, isDemo: config.DEMO, jobs, watch })
  keepRefusedCalls(app, refusedCalls, clock)

  reportHealth(app, { stage: () => stage, probe: ledger.probe, watch })

  refuseWhileTerminated(app, context)

  await mountSlices(app, context)

  if (config.DEMO) {
    const { sandboxPlugin } = await import('@krapao/sandbox/plugin.ts')
    await app.register(sandboxPlugin, {
      prefix: '/sandbox',
      database,
      isPrepared: true,
      clock,
      secrets,
      server: () => address,
      houseAccounts: () => listHouseAccounts(context),
      page: { folder: pages.sandbox, policy: pagePolicy },
    })
  }
  const shown = { ...brand, demo: config.DEMO, worker: config.SERVICE_WORKER }
  await servePages(app, pages, shown, files)
  serveChatOnSites(app, pages.member, { brand: shown, sites: chatOnSites(context) })
  if (config.API_DOCS ?? config.DEMO) await (await import('./docs.ts')).serveDocs(app)

  await addJobs(context, watch, idempotency.sweep)

  async function prepare(): Promise<void> {
    await requireReadCommitted(database)
    await requireSessions(database, 'DATABASE_URL')
    await migrateAsOwner(config, database, (text) => log.warn(text))
    await claimInstallation(database, config.DEMO)
    await claimKeys(database, keys)
    for (const slice of slices) await slice.seed?.(context)
    // Items that waited when the list was made, and changes by nodes of a version without it.
    const listed = await mendItems(database.patient(jobSeconds), context.desk)
    if (listed.length > 0) log.warn({ items: listed.length }, 'the list of the desk is what waits now')
    if (config.DEMO) await (await import('@krapao/sandbox/plugin.ts')).prepareSandbox(database)
  }
  const waiting = { signal: stopping.signal, say: (text: string) => log.warn(text) }

  return {
    app,
    context,
    get address() {
      return address
    },
    prepare,
    async listen() {
      // Before members are served: a page of this release may ask any node for its files.
      const kept = keepWhileServing(() => keepAssets(pages, files), log, stopping.signal)
      // Removes the files of uploads during which a process was killed; nothing waits for it.
      sweepUnfinished(files).catch((error) => log.warn({ err: error }, 'unfinished uploads are still there'))
      await app.listen({ port: config.PORT, host: config.HOST })
      const bound = app.server.address()
      address = `http://localhost:${typeof bound === 'object' && bound ? bound.port : config.PORT}`
      await onceThere(prepare, waiting)
      stage = 'seeding'
      if (config.DEMO) {
        const { seedDemo } = await import('./demo/seed.ts')
        await seedDemo(context, address)
      }
      await onceThere(jobs.start, waiting)
      await kept
      stage = 'ready'
    },
    async close() {
      stage = 'stopping'
      stopping.abort()
      await drain(app, context, ledger)
      if (!overrides.database) await atMost(1000, database.close())
    },
  }
}

/**
 * If the whole service is terminated, members are answered GONE (rules.md §14). Operators may go on, because
 * money under way has to be decided and the service may be opened again.
 */
function refuseWhileTerminated(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', async (request) => {
    if (!/^\/api\/(?!console\/)/.test(routeOf(request))) return
    await passing(request, async () => {
      if (!(await isServiceActive(context))) throw new Refusal('GONE')
    })
  })
}

/** The jobs of the app itself; the slices have added theirs. */
async function addJobs(context: Context, watch: Watch, sweepAnswers: () => Promise<void>): Promise<void> {
  const { jobs, ledger, database, clock, settings } = context
  await jobs.cron('seal-ledger', '* * * * *', async () => {
    await ledger.seal()
    await ledger.snapshotHouse()
  })
  await jobs.cron('sweep-idempotency', '17 * * * *', sweepAnswers)
  const slow = database.patient(jobSeconds)
  await jobs.cron('prove-desk', '*/10 * * * *', () => proveDesk(context, slow))
  await jobs.cron('sweep-attempts', '7 3 * * *', () => sweepAttempts(slow, clock, settings))
  jobs.sweep('watch-node', 15, watch.look)
}

/**
 * Ends the work under way. Work that waits for a database or provider without an answer must not keep the
 * rest from ending.
 */
async function drain(
  app: FastifyInstance,
  { attempts, jobs, sockets, refusedCalls, log }: Context,
  ledger: ReturnType<typeof createLedger>,
): Promise<void> {
  await atMost(5000, jobs.stop())
  await sockets.close()
  await closeApp(app)
  await atMost(5000, ledger.close())
  await atMost(1000, attempts.idle())
  await atMost(1000, refusedCalls.close())
  // Seals the journals of the last minute as well; without a database the next node does that.
  await atMost(2000, ledger.seal()).catch((error) =>
    log.warn({ err: error }, 'the last journals are not sealed yet'),
  )
}

async function atMost(ms: number, ending: Promise<void>): Promise<void> {
  const late = new AbortController()
  const waited = sleep(ms, undefined, { signal: late.signal }).catch(() => {})
  await Promise.race([ending, waited]).finally(() => late.abort())
}

async function openDatabase(config: Config): Promise<Database> {
  if (config.DATABASE_URL) return openPostgres(config.DATABASE_URL, config.DATABASE_POOL)
  mkdirSync(config.DATA_DIR, { recursive: true })
  const { openPglite } = await import('../platform/database-pglite.ts')
  return openPglite(join(config.DATA_DIR, 'database'))
}

/** Migrates with the role that owns the tables, if the server's own role owns none. */
async function migrateAsOwner(
  config: Config,
  database: Database,
  say: (text: string) => void,
): Promise<void> {
  const folder = join(import.meta.dirname, '../migrations')
  if (!config.DATABASE_OWNER_URL) {
    await migrate(database, folder, say)
    return
  }
  const owned = openPostgres(config.DATABASE_OWNER_URL, 2)
  try {
    await requireSessions(owned, 'DATABASE_OWNER_URL')
    await migrate(owned, folder, say)
  } finally {
    await owned.close()
  }
}

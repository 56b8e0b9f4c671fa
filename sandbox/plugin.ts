import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Answer, refused } from './answer.ts'
import { mountBank } from './bank.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { mountEvening } from './evening.ts'
import { createFaults } from './faults.ts'
import { mountGames } from './games.ts'
import { mountGifts } from './gifts.ts'
import { servePages } from './pages.ts'
import { mountPayouts } from './payouts.ts'
import { mountPush } from './push.ts'
import { mountQr } from './qr.ts'
import { mountBooks } from './returns.ts'
import { mountSlips } from './slips.ts'
import { mountSms } from './sms.ts'
import type { HouseAccount } from './wire.ts'
import type { World } from './world.ts'

export interface SandboxOptions {
  database: Database
  /**
   * True: the caller runs `prepareSandbox`, for instance because the database may not be available at first.
   */
  isPrepared?: boolean
  clock: Clock
  /** The secrets that sign the calls between sandbox and server, per kind of provider (rules.md §16). */
  secrets: Secrets
  /** The address of our server, to which the sandbox reports; empty while the server does not listen yet. */
  server: () => string
  /** The house accounts to which people can transfer on the page; without it the page shows none. */
  houseAccounts?: () => Promise<HouseAccount[]>
  /**
   * Milliseconds after which a report that our server did not accept is repeated; the pause doubles with each
   * repetition. Default: 1000.
   */
  retryMs?: number
  /** The folder of the built page and its content security policy; without it there is no page. */
  page?: { folder: string; policy: string }
}

/** Creates the sandbox's tables if they are missing. */
export async function prepareSandbox(database: Database): Promise<void> {
  const schema = join(import.meta.dirname, 'schema')
  for (const file of (await readdir(schema)).sort())
    await database.query(await readFile(join(schema, file), 'utf8'))
}

export type Secrets = Record<'sms' | 'games' | 'bank' | 'slips' | 'payments' | 'gifts' | 'payouts', string>

/**
 * Simulates banks and providers on one machine (rules.md §15): an SMS gateway, a bank, a slip verifier, QR
 * gateways, a gift wallet, a push service and sixteen game providers. Our server calls them over HTTP as it
 * would call the real ones; people and tests use a page and JSON calls. The sandbox keeps its state in the
 * schema `sandbox`, which it creates, and does not depend on the server in which it is mounted.
 */
export async function sandboxPlugin(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  const { database, clock, secrets, server, houseAccounts, retryMs, page } = options
  if (!options.isPrepared) await prepareSandbox(database)

  // Bodies are read as text, because signatures are over the raw body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  )

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Answer) return reply.status(error.status).send(error.body)
    const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) request.log.error({ err: error }, 'sandbox call failed')
    return reply.status(status).send({ message: status === 500 ? 'SANDBOX_BROKEN' : 'INVALID_REQUEST' })
  })
  app.setNotFoundHandler(() => {
    throw refused(404, 'NOT_FOUND')
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  const faults = createFaults(app, database)
  mountPush(app, { database, clock, faults })
  mountSms(app, { database, clock, faults, secret: secrets.sms })
  mountBank(app, {
    database,
    clock,
    bank: {
      server,
      secret: secrets.bank,
      ...(houseAccounts && { houseAccounts }),
      ...(retryMs && { retryMs }),
    },
  })
  mountBooks(app, { database, clock })
  const world = (secret: string): World => ({
    database,
    clock,
    faults,
    secret,
    server,
    retryMs: retryMs ?? 1_000,
  })
  mountSlips(app, world(secrets.slips))
  mountQr(app, world(secrets.payments))
  mountGifts(app, world(secrets.gifts))
  mountPayouts(app, world(secrets.payouts))
  mountGames(app, world(secrets.games))

  app.get('/api/faults', { schema: { hide: true } }, () => faults.list())
  app.put('/api/faults/:target', { schema: { hide: true } }, (request) =>
    faults.set((request.params as { target: string }).target, (request.body as string | undefined) ?? ''),
  )

  mountEvening(app, { database, clock, faults, ...(houseAccounts && { houseAccounts }) })

  if (page) await servePages(app, page)
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../server/platform/clock.ts'
import type { Database } from '../server/platform/database.ts'
import { Answer, refused } from './answer.ts'
import { type HouseAccount, mountBank } from './bank.ts'
import { createFaults } from './faults.ts'
import { mountGames } from './games.ts'
import { mountGifts } from './gifts.ts'
import { servePages } from './pages.ts'
import { mountPayouts } from './payouts.ts'
import { mountQr } from './qr.ts'
import { mountBooks } from './returns.ts'
import { mountSlips } from './slips.ts'
import { mountSms } from './sms.ts'
import type { World } from './world.ts'

/** What the sandbox is given. */
export interface SandboxOptions {
  database: Database
  /** Whether the caller sees to `prepareSandbox`, for instance because the database may be away at first. */
  isPrepared?: boolean
  clock: Clock
  /** Sign the exchange with our server, per kind of provider (rules.md §16). */
  secrets: Secrets
  /** Address of our server, for what is reported to it; empty while it does not listen yet. */
  server: () => string
  /** The house's accounts, for those who ask where to pay; none are offered without it. */
  houseAccounts?: () => Promise<HouseAccount[]>
  /** Wait before a report that was not taken is made again, ms; each further one waits twice as long. Default one second. */
  retryMs?: number
  /** Folder of the built page; the one beside this file when left out. */
  pages?: string
}

/** Creates the tables of the outside world where they are missing. */
export async function prepareSandbox(database: Database): Promise<void> {
  const schema = join(import.meta.dirname, 'schema')
  for (const file of (await readdir(schema)).sort())
    await database.query(await readFile(join(schema, file), 'utf8'))
}

export type Secrets = Record<'sms' | 'games' | 'bank' | 'slips' | 'payments' | 'gifts' | 'payouts', string>

/**
 * The outside world on one machine (rules.md §15): an SMS gateway, a bank and sixteen game providers, spoken to over
 * HTTP as the real ones would be, with a page and JSON calls for people and tests. Its state is the schema `sandbox`,
 * which it creates; it knows nothing of the server that it may be mounted in.
 */
export async function sandboxPlugin(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  const {
    database,
    clock,
    secrets,
    server,
    houseAccounts,
    retryMs,
    pages = join(import.meta.dirname, 'page/dist'),
  } = options
  if (!options.isPrepared) await prepareSandbox(database)

  // Bodies arrive as text, because a signature is over the bytes as they came.
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
  mountGames(app, { database, clock, faults, secret: secrets.games })

  app.get('/api/faults', { schema: { hide: true } }, () => faults.list())
  app.put('/api/faults/:target', { schema: { hide: true } }, (request) =>
    faults.set((request.params as { target: string }).target, (request.body as string | undefined) ?? ''),
  )

  await servePages(app, pages)
}

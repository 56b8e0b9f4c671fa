// The sandbox as a server of its own, which goes on running while ours is restarted or killed.
//
//   PORT            where it listens (8090; 0 takes any free port)
//   DATABASE_URL    PostgreSQL; without it an embedded database in DATA_DIR/sandbox (.data/sandbox)
//   SERVER_URL      our server, which receives the sandbox's reports (http://localhost:8080)
//   SMS_SECRET, GAMES_SECRET, BANK_SECRET, SLIPS_SECRET, PAYMENTS_SECRET, GIFTS_SECRET, PAYOUTS_SECRET
//                   the secrets that sign the calls between the sandbox and our server

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepareSandbox, sandboxPlugin } from '@krapao/sandbox/plugin.ts'
import Fastify from 'fastify'
import { systemClock } from '../platform/clock.ts'
import { closeApp } from '../platform/close-app.ts'
import { openPglite } from '../platform/database-pglite.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { onceThere } from '../platform/database-wait.ts'
import { pagePolicy } from '../platform/page-policy.ts'
import { builtPages } from './pages.ts'

const {
  PORT = '8090',
  DATABASE_URL,
  DATA_DIR = '.data',
  SERVER_URL = 'http://localhost:8080',
  SMS_SECRET = 'sandbox-sms',
  GAMES_SECRET = 'sandbox-games',
  BANK_SECRET = 'sandbox-bank',
  SLIPS_SECRET = 'sandbox-slips',
  PAYMENTS_SECRET = 'sandbox-payments',
  GIFTS_SECRET = 'sandbox-gifts',
  PAYOUTS_SECRET = 'sandbox-payouts',
} = process.env

if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
  console.error(`PORT must be a number from 0 to 65535, it is "${PORT}"`)
  process.exit(1)
}

if (!DATABASE_URL) mkdirSync(DATA_DIR, { recursive: true })
const database = DATABASE_URL ? openPostgres(DATABASE_URL) : await openPglite(join(DATA_DIR, 'sandbox'))
const app = Fastify({ bodyLimit: 65_536, routerOptions: { maxParamLength: 200 } })
await app.register(sandboxPlugin, {
  prefix: '/sandbox',
  database,
  isPrepared: true,
  clock: systemClock,
  page: { folder: builtPages.sandbox, policy: pagePolicy },
  secrets: {
    sms: SMS_SECRET,
    games: GAMES_SECRET,
    bank: BANK_SECRET,
    slips: SLIPS_SECRET,
    payments: PAYMENTS_SECRET,
    gifts: GIFTS_SECRET,
    payouts: PAYOUTS_SECRET,
  },
  server: () => SERVER_URL.replace(/\/$/, ''),
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })

const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    ending.abort()
    await closeApp(app)
    await database.close()
    process.exit(0)
  })
}
await onceThere(() => prepareSandbox(database), { signal: ending.signal, say: (text) => console.error(text) })
const bound = app.server.address()
console.log(`Sandbox is ready at http://localhost:${typeof bound === 'object' && bound ? bound.port : PORT}`)

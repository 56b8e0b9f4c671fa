// The sandbox as a server of its own: the world lives on while ours is restarted or killed.
//
//   PORT            where it listens (8090; 0 takes any free port)
//   DATABASE_URL    PostgreSQL; without it an embedded database in DATA_DIR/sandbox (.data/sandbox)
//   SERVER_URL      our server, for what is reported to it (http://localhost:8080)
//   SMS_SECRET, GAMES_SECRET, BANK_SECRET, SLIPS_SECRET, PAYMENTS_SECRET, GIFTS_SECRET, PAYOUTS_SECRET
//                   what the exchange with our server is signed with

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { systemClock } from '../server/platform/clock.ts'
import { openPglite } from '../server/platform/database-pglite.ts'
import { openPostgres } from '../server/platform/database-postgres.ts'
import { onceThere } from '../server/platform/database-wait.ts'
import { prepareSandbox, sandboxPlugin } from './plugin.ts'

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
    await app.close()
    await database.close()
    process.exit(0)
  })
}
await onceThere(() => prepareSandbox(database), { signal: ending.signal, say: (text) => console.error(text) })
const bound = app.server.address()
console.log(`Sandbox is ready at http://localhost:${typeof bound === 'object' && bound ? bound.port : PORT}`)

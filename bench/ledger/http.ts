import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { verifyBooks } from '@krapao/server/ledger/books.ts'
import { createLedger } from '@krapao/server/ledger/kernel.ts'
import { type Database, openPostgres } from '@krapao/server/platform/database.ts'
import { createSealer } from '@krapao/server/platform/sealer.ts'
import type { Stage } from './load.ts'

/** What (d) measures: the real call over HTTP, each with two postings and a provider call. */
export interface HttpStages {
  d32: Stage
  d128: Stage
  /** Peak resident memory of the server's process, MB. */
  serverMemoryMb: number
  /** Members plus house, minor units per asset: 0 when the books balance. */
  drift: Record<string, number>
  /** Transfers that were answered with anything but SUCCESS. */
  failed: number
}

const players = 2500
const credentialKey = '0f'.repeat(32)
const secret = 'bench-games'

/**
 * (d) `POST /api/wallet/transfer` (1 baht from wallet to game, with token and Idempotency-Key) against the real server
 * in a process of its own, with default settings. The provider and the load generator are processes, too.
 * @param url an empty or migrated PostgreSQL database
 */
export async function runHttp(url: string, seconds: number): Promise<HttpStages> {
  const provider = fork(join(import.meta.dirname, 'http-provider.ts'))
  const providerPort = (await answer<{ port: number }>(provider)).port
  const server = await startServer(url, `http://127.0.0.1:${providerPort}`)
  const database = openPostgres(url)
  const load = fork(join(import.meta.dirname, 'http-load.ts'))
  try {
    const tokens = await preparePlayers(database)
    await database.query('vacuum analyze')
    load.send({ port: server.port, tokens })
    const run = async (connections: number) => {
      load.send({ connections, seconds })
      return answer<Stage & { failed: number }>(load)
    }
    const d32 = await run(32)
    const d128 = await run(128)
    const { totals } = await verifyBooks(database)
    return {
      d32: stageOf(d32),
      d128: stageOf(d128),
      serverMemoryMb: peakMemoryMb(server.process.pid ?? 0),
      drift: Object.fromEntries([...totals].map(([asset, { members, house }]) => [asset, members + house])),
      failed: d32.failed + d128.failed,
    }
  } finally {
    load.kill()
    provider.kill()
    server.process.kill()
    await once(server.process, 'exit')
    await database.close()
  }
}

const stageOf = ({ tps, p50, p99 }: Stage): Stage => ({ tps, p50, p99 })

async function answer<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message as T
}

async function startServer(url: string, gamesUrl: string): Promise<{ process: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/app/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      PORT: '0',
      DEMO: '0',
      GAMES_URL: gamesUrl,
      GAMES_SECRET: secret,
      CREDENTIAL_KEY: credentialKey,
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    lines.on('line', (line) => {
      const ready = /ready at http:\/\/localhost:(\d+)/.exec(line)?.[1]
      if (ready) resolve(Number(ready))
    })
  })
  return { process: child, port }
}

/** Members with a session, an opened game account and money, at store level. Answers their tokens. */
async function preparePlayers(database: Database): Promise<string[]> {
  const sealer = createSealer(credentialKey)
  const ids = Array.from({ length: players }, (_, i) => `bench${idOf(i)}`)
  const tokens = ids.map(() => randomBytes(32).toString('base64url'))
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     select id, '09' || lpad(n::text, 8, '0'), 'Bench', '-', '1990-01-01', 'THB', now()
     from unnest($1::text[]) with ordinality m (id, n)`,
    [ids],
  )
  await database.query(
    `insert into sessions (hash, member_id, remember, created_at, expires_at, last_used_at)
     select hash, id, true, now(), now() + interval '1 day', now() from unnest($1::text[], $2::text[]) s (id, hash)`,
    [ids, tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  )
  await database.query(
    `insert into game_accounts (member_id, code, username, asset, sealed_password, activated_at)
     select id, 'PG', 'kp' || id, 'THB', sealed, now() from unnest($1::text[], $2::text[]) a (id, sealed)`,
    [ids, ids.map((id) => sealer.seal('bench', `game:${id}:PG`))],
  )
  const ledger = createLedger(database)
  await Promise.all(
    ids.map((member) =>
      ledger.post({
        key: `bench-http:${member}`,
        kind: 'deposit',
        legs: [
          { account: { house: 'bank:bench' }, asset: 'THB', amountMinor: -100_000_000 },
          { account: { member, name: 'wallet' }, asset: 'THB', amountMinor: 100_000_000 },
        ],
      }),
    ),
  )
  await ledger.close()
  return tokens
}

/** Seven characters of a member's id. */
function idOf(n: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from({ length: 7 }, (_, at) => letters[Math.floor(n / 32 ** at) % 32]).join('')
}

function peakMemoryMb(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

if (import.meta.main) {
  const url = process.argv[2]
  if (!url) throw new Error('usage: http.ts DATABASE_URL')
  console.log(JSON.stringify(await runHttp(url, Number(process.env.BENCH_SECONDS ?? 5)), null, 2))
}

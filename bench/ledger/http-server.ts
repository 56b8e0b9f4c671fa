import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createLedger } from '@krapao/server/ledger/public.ts'
import type { Database } from '@krapao/server/platform/database.ts'
import { createSealer } from '@krapao/server/platform/sealer.ts'
import { sealedFor } from '@krapao/server/slices/game/rules.ts'
import { liveWithoutOutside } from '@krapao/server/testing/live.ts'
import { serverFlags } from '../../scripts/project.ts'

/**
 * The common parts of the stages over HTTP: the real server and the outside world as processes, and members.
 */

const players = 2500
const credentialKey = '0f'.repeat(32)
const secret = 'bench-outside-secret'

export async function answer<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message as T
}

/** The game providers, or the bank that pays out; both answer every call alike and at once. */
export async function startOutside(): Promise<{ process: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'http-provider.ts'))
  const { port } = await answer<{ port: number }>(child)
  return { process: child, url: `http://127.0.0.1:${port}` }
}

/**
 * The real server in a process of its own, with default settings.
 * @param more.settings further environment variables
 * @param more.flags further flags of Node
 */
export async function startServer(
  url: string,
  outside: { games?: string; payouts?: string },
  more: { settings?: Record<string, string>; flags?: string[] } = {},
): Promise<{ process: ChildProcess; port: number }> {
  const child = spawn(
    process.execPath,
    [...serverFlags, ...(more.flags ?? []), join(import.meta.dirname, '../../server/app/main.ts')],
    {
      env: {
        ...process.env,
        DATABASE_URL: url,
        PORT: '0',
        ...liveWithoutOutside,
        ...(outside.games && { GAMES_URL: outside.games, GAMES_SECRET: secret }),
        ...(outside.payouts && { PAYOUTS_URL: outside.payouts, PAYOUTS_SECRET: secret }),
        CREDENTIAL_KEY: credentialKey,
        NODE_ENV: 'production',
        ...more.settings,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  const lines = createInterface(child.stdout as Readable)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    lines.on('line', (line) => {
      const ready = /ready at http:\/\/localhost:(\d+)/.exec(line)?.[1]
      if (ready) resolve(Number(ready))
    })
  })
  return { process: child, port }
}

/** A member with the token of a session. */
export interface BenchMember {
  id: string
  token: string
}

/** Inserts members with a session directly into the tables. */
export async function addMembers(database: Database, count: number): Promise<BenchMember[]> {
  const members = Array.from({ length: count }, (_, i) => ({
    id: `bench${idOf(i)}`,
    token: randomBytes(32).toString('base64url'),
  }))
  const ids = members.map(({ id }) => id)
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     select id, '09' || lpad(n::text, 8, '0'), 'Bench', '-', '1990-01-01', 'THB', now()
     from unnest($1::text[]) with ordinality m (id, n)`,
    [ids],
  )
  await database.query(
    `insert into sessions (hash, member_id, remember, created_at, expires_at, last_used_at)
     select hash, id, true, now(), now() + interval '1 day', now() from unnest($1::text[], $2::text[]) s (id, hash)`,
    [ids, members.map(({ token }) => createHash('sha256').update(token).digest('hex'))],
  )
  return members
}

/**
 * Inserts members with a session, a bank account, a game account and money directly into the tables. @returns
 * their tokens
 */
export async function preparePlayers(database: Database): Promise<string[]> {
  const sealer = createSealer([credentialKey])
  const members = await addMembers(database, players)
  const ids = members.map(({ id }) => id)
  await database.query(
    `insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at)
     select id, 'SCB', lpad(n::text, 10, '0'), 'BENCH', now() from unnest($1::text[]) with ordinality m (id, n)`,
    [ids],
  )
  await database.query(
    `insert into game_accounts (member_id, code, username, asset, sealed_password, activated_at)
     select id, 'PG', 'kp' || id, 'THB', sealed, now() from unnest($1::text[], $2::text[]) a (id, sealed)`,
    [ids, ids.map((id) => sealer.seal('bench', sealedFor(id, 'PG')))],
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
  return members.map(({ token }) => token)
}

/** Seven characters of a member's id. */
function idOf(n: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from({ length: 7 }, (_, at) => letters[Math.floor(n / 32 ** at) % 32]).join('')
}

export function peakMemoryMb(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

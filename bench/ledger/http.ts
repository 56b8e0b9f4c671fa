import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyBooks } from '@krapao/server/ledger/public.ts'
import type { Database } from '@krapao/server/platform/database.ts'
import { openPostgres } from '@krapao/server/platform/database-postgres.ts'
import { answer, peakMemoryMb, preparePlayers, startOutside, startServer } from './http-server.ts'
import { round, type Stage } from './load.ts'

/** Checks of a measurement over HTTP. */
export interface Proof {
  /** Peak resident memory of the server's process, MB. */
  serverMemoryMb: number
  /** The sum of all balances, members and house, in minor units per asset: 0 if the books balance. */
  drift: Record<string, number>
  /** The number of calls that were not answered with success. */
  failed: number
}

/** (d): the real call over HTTP. Each makes two postings and calls a provider. */
export type HttpStages = Proof & { d32: Stage; d128: Stage }

/**
 * (e): each call makes one posting with its withdrawal; meanwhile the bank pays each withdrawal, which makes
 * another posting.
 */
export type WithdrawStages = Proof & {
  e32: Stage
  e128: Stage
  /** Withdrawals per second that were paid and posted while the calls of `e128` came in. */
  settledPerSecond: number
  /**
   * The number of withdrawals of `e128`, how many were unpaid when the last call was answered, and the
   * seconds until all were paid.
   */
  asked: number
  waiting: number
  settleSeconds: number
}

type Run = (connections: number) => Promise<Stage & { failed: number }>

/**
 * (d) `POST /api/wallet/transfer` (1 baht from wallet to game, with token and Idempotency-Key) against the
 * real server in a process of its own, with default settings. The provider and the load generator are
 * processes, too.
 * @param url an empty PostgreSQL database
 */
export function runHttp(url: string, seconds: number): Promise<HttpStages> {
  const call = {
    path: '/api/wallet/transfer',
    body: { from: 'WALLET', to: 'PG', amount: 1 },
    success: '"SUCCESS"',
  }
  return overHttp(url, seconds, call, 'games', async (run) => {
    const [d32, d128] = [await run(32), await run(128)]
    return { d32: stageOf(d32), d128: stageOf(d128), failed: d32.failed + d128.failed }
  })
}

/**
 * (e) `POST /api/wallet/withdraw` (100 baht, approved automatically) in the same way, while the payout
 * workers pay at a bank that answers at once. Of the settings only the daily limits are changed.
 * @param url an empty PostgreSQL database
 */
export function runWithdrawals(url: string, seconds: number): Promise<WithdrawStages> {
  const call = { path: '/api/wallet/withdraw', body: { amount: 100 }, success: '"APPROVED"' }
  return overHttp(url, seconds, call, 'payouts', async (run, database) => {
    await database.query(
      `insert into settings (key, value) values ('withdraw.dailyCount', '1000000'), ('withdraw.dailySum', '999999999')`,
    )
    // The longest time that the settings cache may take to see the change.
    await sleep(2500)
    const count = async () => {
      const [row] = await database.query<{ asked: number; settled: number }>(
        `select count(*) as asked, count(*) filter (where state = 'SUCCESS') as settled from withdrawals`,
      )
      return row as { asked: number; settled: number }
    }
    const settled = async () => {
      let now = await count()
      for (; now.settled < now.asked; now = await count()) await sleep(200)
      return now
    }
    const e32 = await run(32)
    const before = await settled()
    const started = performance.now()
    const e128 = await run(128)
    const seconds = (performance.now() - started) / 1000
    const atEnd = await count()
    const ended = performance.now()
    await settled()
    return {
      e32: stageOf(e32),
      e128: stageOf(e128),
      failed: e32.failed + e128.failed,
      settledPerSecond: Math.round((atEnd.settled - before.settled) / seconds),
      asked: atEnd.asked - before.asked,
      waiting: atEnd.asked - atEnd.settled,
      settleSeconds: round((performance.now() - ended) / 1000),
    }
  })
}

/** Starts everything, measures, verifies the books, and stops everything. */
async function overHttp<T>(
  url: string,
  seconds: number,
  call: { path: string; body: object; success: string },
  kind: 'games' | 'payouts',
  stages: (run: Run, database: Database) => Promise<T>,
): Promise<T & Pick<Proof, 'serverMemoryMb' | 'drift'>> {
  const outside = await startOutside()
  const server = await startServer(url, { [kind]: outside.url })
  const database = openPostgres(url, 10, 0)
  const load = fork(join(import.meta.dirname, 'http-load.ts'))
  try {
    const tokens = await preparePlayers(database)
    await database.query('vacuum analyze')
    load.send({ port: server.port, tokens, ...call })
    const measured = await stages(async (connections) => {
      load.send({ connections, seconds })
      return answer<Stage & { failed: number }>(load)
    }, database)
    const { totals } = await verifyBooks(database)
    return {
      ...measured,
      serverMemoryMb: peakMemoryMb(server.process.pid ?? 0),
      drift: Object.fromEntries([...totals].map(([asset, { members, house }]) => [asset, members + house])),
    }
  } finally {
    load.kill()
    outside.process.kill()
    server.process.kill()
    await once(server.process, 'exit')
    await database.close()
  }
}

const stageOf = ({ tps, p50, p99 }: Stage): Stage => ({ tps, p50, p99 })

if (import.meta.main) {
  const [url, stage] = process.argv.slice(2)
  if (!url) throw new Error('usage: http.ts DATABASE_URL [e]')
  const run = stage === 'e' ? runWithdrawals : runHttp
  console.log(JSON.stringify(await run(url, Number(process.env.BENCH_SECONDS ?? 5)), null, 2))
}

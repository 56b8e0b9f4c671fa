import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyBooks } from '@krapao/server/ledger/public.ts'
import type { Database } from '@krapao/server/platform/database.ts'
import { openPostgres } from '@krapao/server/platform/database-postgres.ts'
import { answer, peakMemoryMb, preparePlayers, startOutside, startServer } from './http-server.ts'
import { round, type Stage } from './load.ts'

/** What was measured over HTTP, and whether it was right. */
export interface Proof {
  /** Peak resident memory of the server's process, MB. */
  serverMemoryMb: number
  /** Members plus house, minor units per asset: 0 when the books balance. */
  drift: Record<string, number>
  /** Calls that were answered with anything but success. */
  failed: number
}

/** (d): the real call over HTTP, each with two postings and a provider call. */
export type HttpStages = Proof & { d32: Stage; d128: Stage }

/** (e): each call is one posting with its withdrawal; beside it each is paid by the bank and settled by another posting. */
export type WithdrawStages = Proof & {
  e128: Stage
  /** Withdrawals that were paid and settled while the calls came in, per second. */
  settledPerSecond: number
  /** Of all that was asked for: how much waited when the last call was answered, and how long that took to settle. */
  asked: number
  waiting: number
  settleSeconds: number
}

type Run = (connections: number) => Promise<Stage & { failed: number }>

/**
 * (d) `POST /api/wallet/transfer` (1 baht from wallet to game, with token and Idempotency-Key) against the real server
 * in a process of its own, with default settings. The provider and the load generator are processes, too.
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
 * (e) `POST /api/wallet/withdraw` (100 baht, approved by itself) in the same way, the payout workers paying at a bank
 * that answers at once. Only the daily limits are out of the way.
 * @param url an empty PostgreSQL database
 */
export function runWithdrawals(url: string, seconds: number): Promise<WithdrawStages> {
  const call = { path: '/api/wallet/withdraw', body: { amount: 100 }, success: '"APPROVED"' }
  return overHttp(url, seconds, call, 'payouts', async (run, database) => {
    await database.query(
      `insert into settings (key, value) values ('withdraw.dailyCount', '1000000'), ('withdraw.dailySum', '999999999')`,
    )
    // As old as settings may be.
    await sleep(2500)
    const started = performance.now()
    const e128 = await run(128)
    const seconds = (performance.now() - started) / 1000
    const count = async () => {
      const [row] = await database.query<{ asked: number; settled: number }>(
        `select count(*) as asked, count(*) filter (where state = 'SUCCESS') as settled from withdrawals`,
      )
      return row as { asked: number; settled: number }
    }
    const atEnd = await count()
    const ended = performance.now()
    for (let now = atEnd; now.settled < now.asked; now = await count()) await sleep(200)
    return {
      e128: stageOf(e128),
      failed: e128.failed,
      settledPerSecond: Math.round(atEnd.settled / seconds),
      asked: atEnd.asked,
      waiting: atEnd.asked - atEnd.settled,
      settleSeconds: round((performance.now() - ended) / 1000),
    }
  })
}

/** Starts everything, measures, proves the books and ends everything. */
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

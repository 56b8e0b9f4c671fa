import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLedger, type Ledger, verifyBooks } from '@krapao/server/ledger/public.ts'
import type { Database } from '@krapao/server/platform/database.ts'
import { openPostgres } from '@krapao/server/platform/database-postgres.ts'
import { migrate } from '@krapao/server/platform/migrate.ts'
import { withDatabase as onServer } from '../database.ts'
import { runHttp, runWithdrawals } from './http.ts'
import { deposit, fundings, measure, movement, round, type Stage } from './load.ts'
import { runPgbench } from './pgbench.ts'

/**
 * `npm run bench:ledger`: postings per second in each way, in one run on one PostgreSQL, as JSON. Compare
 * `ratios`: absolute figures depend on the machine. It uses databases of its own on TEST_DATABASE_URL and
 * drops them. BENCH_SECONDS: length of each stage. BENCH_STAGES: some of `abcde` and `p` (PGlite), all by
 * default.
 */
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const wanted = process.env.BENCH_STAGES ?? 'abcdep'
const migrations = join(import.meta.dirname, '../../server/migrations')

const withDatabase = <T>(act: (url: string) => Promise<T>) => onServer(server, act)
const note = (text: string): void => void process.stderr.write(`${text}\n`)

/** (a), (b) and (c): the ledger alone. Each of our stages runs as long as pgbench. */
async function runLedger(url: string) {
  const database = openPostgres(url, 10, 0)
  try {
    await migrate(database, migrations)
    const ledger = createLedger(database)
    await Promise.all(fundings().map((posting) => ledger.post(posting)))
    await database.query('vacuum analyze')

    note(`(a) pgbench, 32 clients, ${seconds} s each`)
    const a = await runPgbench(url, seconds)
    note('(b) post in process, 32 callers, then 256')
    const b32 = await measure(32, seconds, () => ledger.post(movement()))
    const b256 = await measure(256, seconds, () => ledger.post(movement()))
    note('(c) the same, every posting on one house account')
    const c32 = await measure(32, seconds, () => ledger.post(deposit()))
    const c256 = await measure(256, seconds, () => ledger.post(deposit()))
    const peakMemoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
    return { stages: { a, b32, b256, c32, c256 }, peakMemoryMb, books: await proveBooks(database, ledger) }
  } finally {
    await database.close()
  }
}

async function proveBooks(database: Database, ledger: Ledger) {
  note('the books')
  await ledger.seal()
  await ledger.snapshotHouse()
  const started = performance.now()
  const { journals, defects, totals } = await verifyBooks(database)
  const verifySeconds = round((performance.now() - started) / 1000)
  const drift = Object.fromEntries([...totals].map(([asset, { members, house }]) => [asset, members + house]))
  return { journals, verifySeconds, defects, drift }
}

async function runPglite(): Promise<{ oneByOne: Stage; batched: Stage }> {
  note('PGlite, one by one and batched')
  const child = join(import.meta.dirname, 'pglite.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [child, String(seconds)])
  return JSON.parse(stdout)
}

const ledger = /[abc]/.test(wanted) ? await withDatabase(runLedger) : undefined
if (wanted.includes('d')) note('(d) transfers over HTTP, 32 connections, then 128')
const http = wanted.includes('d') ? await withDatabase((url) => runHttp(url, seconds)) : undefined
if (wanted.includes('e')) note('(e) withdrawals over HTTP, 32 connections, then 128')
const withdraw = wanted.includes('e') ? await withDatabase((url) => runWithdrawals(url, seconds)) : undefined
const pglite = wanted.includes('p') ? await runPglite() : undefined

const ratios: Record<string, number> = {}
const compare = (name: string, stage?: Stage, base?: Stage): void => {
  if (stage && base) ratios[name] = round(stage.tps / base.tps)
}
const { a, b32, b256, c32, c256 } = ledger?.stages ?? {}
compare('b32/a', b32, a)
compare('b256/a', b256, a)
compare('c32/b32', c32, b32)
compare('c256/b256', c256, b256)
compare('d32/a', http?.d32, a)
compare('d128/a', http?.d128, a)
compare('e32/a', withdraw?.e32, a)
compare('e128/a', withdraw?.e128, a)
compare('pglite batched/oneByOne', pglite?.batched, pglite?.oneByOne)
console.log(JSON.stringify({ seconds, ratios, ledger, http, withdraw, pglite }, null, 2))

const drifts = [ledger?.books.drift, http?.drift, withdraw?.drift].flatMap((drift) =>
  Object.values(drift ?? {}),
)
const isSound =
  drifts.every((drift) => drift === 0) && !ledger?.books.defects.length && !http?.failed && !withdraw?.failed
process.exitCode = isSound ? 0 : 1

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { flowsOf } from '@krapao/server/ledger/public.ts'
import type { Database } from '@krapao/server/platform/database.ts'
import { openPostgres } from '@krapao/server/platform/database-postgres.ts'
import { migrate } from '@krapao/server/platform/migrate.ts'
import { type Counter, rowCounter } from '@krapao/server/slices/statement/count.ts'
import { listStatement } from '@krapao/server/slices/statement/list.ts'
import { boundsOf, journalsOf } from '@krapao/server/slices/statement/rules.ts'
import pg from 'pg'
import { addAccounts, addRounds, ownRows, rowsPerRound, someone } from './rows.ts'

/**
 * `npm run bench:statement`: the time of one page of a statement, of a search and of sums, with 10 thousand
 * rows in the ledger and with 10 million, as JSON. Compare `ratios`. It uses two databases of its own on
 * TEST_DATABASE_URL, some 8 GB together, and drops them. BENCH_ROWS: another number than 10 million.
 */
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const max = Number(process.env.BENCH_ROWS ?? 10_000_000)
const members = 20_000
const usual = 500
const limit = 10
const migrations = join(import.meta.dirname, '../../server/migrations')

const note = (text: string): void => void process.stderr.write(`${text}\n`)

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function withDatabase<T>(rows: number, act: (database: Database) => Promise<T>): Promise<T> {
  const name = `krapao_bench_${randomBytes(4).toString('hex')}`
  await onServer(`create database ${name}`)
  try {
    // Only reading is measured, so it does not matter if a crash loses the rows.
    await onServer(`alter database ${name} set synchronous_commit = off`)
    const database = openPostgres(Object.assign(new URL(server), { pathname: `/${name}` }).href, 10, 0)
    try {
      await fill(database, rows)
      return await act(database)
    } finally {
      await database.close()
    }
  } finally {
    await onServer(`drop database if exists ${name} with (force)`)
  }
}

async function fill(database: Database, rows: number): Promise<void> {
  const started = performance.now()
  await migrate(database, migrations)
  await addAccounts(database, members)
  await addRounds(database, Math.ceil(ownRows / rowsPerRound), 1)
  if (rows > ownRows) await addRounds(database, Math.ceil((rows - ownRows) / rowsPerRound), members)
  // Autovacuum would do the same in time.
  await database.query('vacuum analyze')
  note(`${rows} rows written in ${Math.round((performance.now() - started) / 1000)} s`)
}

/** Milliseconds of one call, all its queries together. */
async function time(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}

const pageOf = (page: number) => async (database: Database, count: Counter) => {
  const { total, statements } = await listStatement(database.db, count, someone, journalsOf({}), {
    page,
    limit,
    language: 'th',
  })
  if (statements.length !== limit || total < ownRows) throw new Error(`page ${page}: ${total} rows`)
}

/** The dearest search: one that finds nothing reads every row of the member. */
const search = (database: Database, count: Counter) =>
  listStatement(
    database.db,
    count,
    someone,
    journalsOf({ search: '0.01' }, () => ['NONE']),
    { page: 1, limit, language: 'th' },
  )

/** The sums of a month. */
const sums = (database: Database) =>
  flowsOf(database.db, someone, [boundsOf({ month: new Date().toISOString().slice(0, 7) })])

/**
 * Measures both databases in turn, so that other load of the machine falls on both.
 * @param cold as the first call of a node, which has no count in its cache
 */
async function compare(
  small: Database,
  large: Database,
  call: (database: Database, count: Counter) => Promise<unknown>,
  { cold = false, times: rounds = usual }: { cold?: boolean; times?: number } = {},
) {
  const databases = [small, large]
  const counters = databases.map((database) => rowCounter(database.db))
  const times: [number[], number[]] = [[], []]
  for (let i = -20; i < rounds; i++) {
    for (const [at, database] of databases.entries()) {
      const count = cold ? rowCounter(database.db) : (counters[at] as Counter)
      const took = await time(() => call(database, count))
      if (i >= 0) times[at]?.push(took)
    }
  }
  const [few, many] = [summary(times[0]), summary(times[1])]
  return { ratio: round(many.p50 / few.p50), small: few, large: many }
}

function summary(times: number[]) {
  times.sort((a, b) => a - b)
  const at = (share: number) => round(times[Math.floor(times.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}

const round = (value: number): number => Math.round(value * 100) / 100

const result = await withDatabase(ownRows, (small) =>
  withDatabase(max, async (large) => ({
    page1: await compare(small, large, pageOf(1)),
    page1000: await compare(small, large, pageOf(1000)),
    page1Cold: await compare(small, large, pageOf(1), { cold: true }),
    page1000Cold: await compare(small, large, pageOf(1000), { cold: true }),
    search: await compare(small, large, search, { times: 50 }),
    sums: await compare(small, large, sums),
  })),
)
// A search reads every row of the member, which lie further apart among more rows of others, so it has no
// aim.
const { search: _, ...aimed } = result
const ratios = Object.fromEntries(Object.entries(aimed).map(([name, { ratio }]) => [name, ratio]))
console.log(JSON.stringify({ rows: max, ratios, milliseconds: result }, null, 2))
process.exitCode = Math.max(...Object.values(ratios)) <= 1.3 ? 0 : 1

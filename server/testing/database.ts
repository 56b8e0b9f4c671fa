import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, type Engine, rawQuery, type Tx } from '../platform/database.ts'
import { openPglite } from '../platform/database-pglite.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { lockNumbers } from '../platform/locks.ts'
import { migrate } from '../platform/migrate.ts'
import { byDepth } from './depth.ts'

/** Both engines: `describe.each(engines)` runs a suite on each. */
export const engines: Engine[] = ['postgres', 'pglite']
/**
 * The same for a suite that asks nothing special of its engine: it runs on PGlite, which takes longer, with
 * `DEEP=1` only.
 */
export const enginesByDepth: Engine[] = byDepth({ usual: ['postgres'], deep: engines })

export interface TestDatabase extends Database {
  /** PostgreSQL only: for a second pool, a second node or a child process on the same database. */
  url: string
  /** Closes it, and asks the server to remove it. */
  drop(): Promise<void>
}

const migrationsFolder = join(import.meta.dirname, '../migrations')
const sandboxFolder = join(import.meta.dirname, '../../sandbox/schema')
const cacheFolder = join(import.meta.dirname, '../../.cache')

/**
 * The PostgreSQL server on which tests create their databases; without it the tests fail and are not skipped.
 */
export const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * A new database with the tables of the server and of the sandbox. It is copied from a template, which is
 * made once per content of the SQL, so that changes to the SQL take effect by themselves. PGlite is kept in
 * memory.
 * @throws if PostgreSQL cannot be reached
 */
export function testDatabase(engine: Engine, options: { max?: number } = {}): Promise<TestDatabase> {
  return engine === 'postgres' ? postgresDatabase(options.max) : pgliteDatabase()
}

/**
 * The number of sessions of a PostgreSQL database that wait for a lock; other tests' databases do not count.
 */
export async function waitingForLocks(database: Database): Promise<number> {
  const rows = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** A transaction as functions take it that ask and prepare a table in tests. */
export const queriesOf = (tx: Tx): Pick<Database, 'query'> => ({
  query: (text, values) => rawQuery(tx, text, values),
})

/** A table can be neither read nor written while `act` runs; called by the `testing.ts` of its owner only. */
export async function withoutTable<Result>(
  database: Pick<Database, 'query'>,
  table: string,
  act: () => Promise<Result>,
): Promise<Result> {
  await database.query(`alter table ${table} rename to hidden`)
  try {
    return await act()
  } finally {
    await database.query(`alter table hidden rename to ${table}`)
  }
}

/** The URL of another database on the server that `serverUrl` names. */
export function urlOf(name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Seconds that a statement of a test may take: more than in production, so that no test fails on a slow
 * machine, not even one that stores 200,000 rows.
 */
export const patientSeconds = 60

async function postgresDatabase(max = 10): Promise<TestDatabase> {
  const name = await newDatabase()
  const url = urlOf(name)
  const database = openPostgres(url, max, patientSeconds)
  return {
    ...database,
    url,
    async drop() {
      await database.close()
      dropLater(name)
    },
  }
}

/** The test run that this process works for; it removes what is left of its databases when it has ended. */
const run = process.env.KRAPAO_TEST_RUN

/** A copy of the template that is made while tests run, so that the next test need not wait for its own. */
let spare: Promise<string> | undefined

function newDatabase(): Promise<string> {
  const name = spare ?? copyTemplate()
  spare = run === undefined ? undefined : copyTemplate()
  // The test that takes the copy gets the error; until then it must not count as an unhandled rejection.
  spare?.catch(() => {})
  return name
}

/** @returns the name of the new database */
async function copyTemplate(): Promise<string> {
  const name = `krapao_test_${Date.now()}_${randomBytes(4).toString('hex')}_${run ?? 'alone'}`
  await onServer(async (server) => {
    const template = `krapao_template_${contentHash()}`
    for (;;) {
      // A shared lock while copying, so that no other test run drops the template.
      const copied = await locked(server, 'shared', async () => {
        if (!(await listDatabases(server, template)).includes(template)) return false
        await server.query(`create database ${name} template ${template}`)
        return true
      })
      if (copied) break
      await locked(server, 'exclusive', () => makeTemplate(server, template))
    }
    // No commit waits for the disk: these tests kill Node and never PostgreSQL, so nothing can be lost.
    await server.query(`alter database ${name} set synchronous_commit = off`)
  })
  return name
}

/** Databases that no test uses any more. */
let ended: string[] = []

/**
 * Removes a database without waiting for it, and several at once: for each removal PostgreSQL writes the
 * changed pages of all databases to disk, and once for removals at the same time.
 */
function dropLater(name: string): void {
  ended.push(name)
  if (run !== undefined && ended.length < 6) return
  const names = ended
  ended = []
  for (const name of names) void dropDatabase(name)
}

/** What cannot be removed fails no test: a later run removes it. */
const dropDatabase = (name: string): Promise<unknown> =>
  onServer((server) => server.query(`drop database if exists ${name} with (force)`)).catch((error: Error) =>
    console.error(`${name} stays behind: ${error.message}`),
  )

/** Removes the databases that are left of a test run whose processes have ended. */
export async function dropDatabasesOf(endedRun: string): Promise<void> {
  const left = await onServer((server) =>
    // Copies that are still being made belong to them.
    locked(server, 'exclusive', async () =>
      (await listDatabases(server, 'krapao_test_')).filter((name) => name.endsWith(`_${endedRun}`)),
    ),
  )
  await Promise.all(left.map(dropDatabase))
}

async function makeTemplate(server: pg.Client, template: string): Promise<void> {
  if ((await listDatabases(server, template)).includes(template)) return
  await sweep(server)
  const building = `${template}_building`
  await server.query(`drop database if exists ${building} with (force)`)
  await server.query(`create database ${building}`)
  const database = openPostgres(urlOf(building), 1, 0)
  try {
    await fill(database)
  } finally {
    await database.close()
  }
  await server.query(`alter database ${building} rename to ${template}`)
}

/** The tables of the server and of the sandbox. */
async function fill(database: Database): Promise<void> {
  await migrate(database, migrationsFolder)
  for (const file of sqlFiles(sandboxFolder)) await database.query(readFileSync(file, 'utf8'))
}

/**
 * Drops the templates of other migrations, and databases that killed test runs left an hour ago or longer.
 */
async function sweep(server: pg.Client): Promise<void> {
  const hourAgo = Date.now() - 3_600_000
  const stale = [
    ...(await listDatabases(server, 'krapao_template_')),
    ...(await listDatabases(server, 'krapao_test_')).filter((name) => Number(name.split('_')[2]) < hourAgo),
  ]
  // Without force: a database with connections is in use and stays.
  for (const name of stale) await server.query(`drop database if exists ${name}`).catch(() => {})
}

async function listDatabases(server: pg.Client, prefix: string): Promise<string[]> {
  const found = await server.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
  return found.rows.map((row: { datname: string }) => row.datname)
}

async function locked<T>(server: pg.Client, mode: 'shared' | 'exclusive', act: () => Promise<T>): Promise<T> {
  const suffix = mode === 'shared' ? '_shared' : ''
  await server.query(`select pg_advisory_lock${suffix}(${lockNumbers.testTemplate})`)
  try {
    return await act()
  } finally {
    await server.query(`select pg_advisory_unlock${suffix}(${lockNumbers.testTemplate})`)
  }
}

/** Waits while all connections are in use, because tests of several files share them. */
async function connectServer(): Promise<pg.Client> {
  const until = performance.now() + 60_000
  for (;;) {
    const server = new pg.Client({ connectionString: serverUrl })
    // A connection that breaks fails its statement; without a listener it would end the process as well.
    server.on('error', () => {})
    try {
      await server.connect()
      return server
    } catch (error) {
      if ((error as { code?: string }).code !== tooManyConnections || performance.now() > until)
        throw new Error('the tests need PostgreSQL: set TEST_DATABASE_URL to a superuser’s URL', {
          cause: error,
        })
      await sleep(200)
    }
  }
}

/** PostgreSQL's error for a connection beyond its maximum. */
const tooManyConnections = '53300'

/** Acts as the superuser of the tests' PostgreSQL. @throws if it cannot be reached */
export async function onServer<T>(act: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = await connectServer()
  try {
    return await act(server)
  } finally {
    await server.end()
  }
}

async function pgliteDatabase(): Promise<TestDatabase> {
  const database = await openPglite(undefined, await pgliteTemplate())
  return { ...database, url: '', drop: () => database.close() }
}

/**
 * A migrated PGlite as a dump for `openPglite`, kept in a file: creating one takes seconds, loading one a
 * fraction of a second.
 */
export async function pgliteTemplate(): Promise<Blob> {
  const file = join(cacheFolder, `pglite-template-${contentHash()}.tar`)
  if (!existsSync(file)) {
    const database = await openPglite()
    await fill(database)
    const dump = await database.dump?.()
    await database.close()
    if (!dump) throw new Error('PGlite gave no dump')
    mkdirSync(dirname(file), { recursive: true })
    const partial = `${file}.${process.pid}`
    writeFileSync(partial, Buffer.from(await dump.arrayBuffer()))
    renameSync(partial, file)
    for (const name of readdirSync(cacheFolder)) {
      if (/^pglite-template-\w+\.tar$/.test(name) && name !== basename(file))
        rmSync(join(cacheFolder, name), { force: true })
    }
  }
  return new Blob([readFileSync(file)])
}

const sqlFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(folder, name))

/** A name made from the content of a template and of the code that makes it. */
function contentHash(): string {
  const hash = createHash('sha256')
  for (const file of [...sqlFiles(migrationsFolder), ...sqlFiles(sandboxFolder)])
    hash.update(basename(file)).update(readFileSync(file))
  hash.update(readFileSync(join(import.meta.dirname, '../platform/migrate.ts')))
  hash.update(readFileSync(join(import.meta.dirname, '../package.json')))
  return hash.digest('hex').slice(0, 12)
}

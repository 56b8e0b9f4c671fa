import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensure } from '../../scripts/debian.ts'
import { freePort } from '../../scripts/services.ts'
import { verifyBooks } from '../ledger/public.ts'
import { transaction } from '../platform/database.ts'
import { usernameOf } from '../slices/game/rules.ts'
import { transfer } from '../slices/wallet/testing.ts'
import { fund, newMember, type TestApp, testConfig } from '../testing/app.ts'
import { callApi } from '../testing/call.ts'
import { travellingClock } from '../testing/clock.ts'
import { serverUrl, type TestDatabase, testDatabase } from '../testing/database.ts'
import { type TestSandbox, testSandbox } from '../testing/sandbox.ts'
import { createServer, type Server } from './server.ts'

/** Nodes behind PgBouncer, by the file of docs/operating.md; only what belongs to one machine is replaced. */

const docs = join(import.meta.dirname, '../../docs')
const folder = mkdtempSync(join(tmpdir(), 'krapao-pooler-'))
const role = `krapao_pooled_${process.pid}`
const password = 'a password of the server'
const ends: (() => unknown)[] = []
let database: TestDatabase
let sandbox: TestSandbox

beforeAll(async () => {
  database = await testDatabase('postgres')
  sandbox = await testSandbox(travellingClock(), database)
  // As a superuser, because the tables of a test are the superuser's.
  await database.query(`create role ${role} superuser login password '${password}'`)
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  await sandbox.close()
  // The queue's tables belong to the role that starts it first.
  await database.query(`drop owned by ${role} cascade; drop role ${role}`)
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * PgBouncer with the guide's file, in the guide's mode or another one. @returns the address of the database
 * behind it
 */
async function startPooler(mode?: 'transaction' | 'statement'): Promise<string> {
  const guide = readFileSync(join(docs, 'operating.md'), 'utf8')
  const list = /psql -Atc "(select .*pg_authid.*?)"/.exec(guide)?.[1]?.replaceAll('\\"', '"')
  if (!list) throw new Error('the guide makes no list of users')
  const [port, home] = [await freePort(), join(folder, mode ?? 'session')]
  mkdirSync(home)
  const users = await database.query<{ format: string }>(list)
  writeFileSync(join(home, 'userlist.txt'), users.map(({ format }) => `${format}\n`).join(''))
  const { hostname, port: own, pathname } = new URL(serverUrl)
  const name = new URL(database.url).pathname.slice(1)
  expect(pathname).not.toBe(`/${name}`)
  const file = readFileSync(join(docs, 'deploy/pgbouncer.ini'), 'utf8')
    .replace('host=127.0.0.1 port=5432 dbname=krapao', `host=${hostname} port=${own || 5432} dbname=${name}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', join(home, 'userlist.txt'))
    .replace('pool_mode = session', `pool_mode = ${mode ?? 'session'}`)
  writeFileSync(join(home, 'pgbouncer.ini'), `${file}\nunix_socket_dir =\n`)
  // PgBouncer does not run as root.
  const ordinary = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  for (const path of [folder, home, join(home, 'userlist.txt'), join(home, 'pgbouncer.ini')])
    if (ordinary.uid) chownSync(path, ordinary.uid, ordinary.gid)
  const pooler = spawn(await ensure('pgbouncer'), [join(home, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...ordinary,
  })
  let log = ''
  pooler.stderr?.on('data', (chunk) => (log += chunk))
  const ended = once(pooler, 'exit')
  ends.push(() => {
    pooler.kill('SIGTERM')
    return ended
  })
  await expect.poll(() => log, { timeout: 20_000 }).toMatch(/process up|FATAL/)
  expect(log).not.toContain('FATAL')
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/krapao`
}

function startNode(url: string): Promise<Server> {
  const config = { ...testConfig(sandbox), DATABASE_URL: url, DATABASE_POOL: 8, DATA_DIR: folder }
  return createServer({ ...config, DATABASE_OWNER_URL: url })
}

test('in session mode two nodes serve, within the limits that a node sets on each connection', async () => {
  const url = await startPooler()
  const nodes = [await startNode(url), await startNode(url)]
  for (const node of nodes) {
    await node.listen()
    ends.push(() => node.close())
  }
  const [first, second] = nodes
  if (!first || !second) throw new Error('two nodes were started')
  sandbox.server = first.address

  const limits = async ({ query }: Pick<Server['context']['database'], 'query'>) =>
    (
      await query<{ limits: string }>(
        `select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
           current_setting('idle_in_transaction_session_timeout')) as limits`,
      )
    )[0]?.limits
  for (const { context } of nodes) {
    const many = await Promise.all(Array.from({ length: 30 }, () => limits(context.database)))
    expect([...new Set(many)]).toEqual(['4s 3s 5s'])
    expect(await limits(context.database.patient(60))).toBe('1min 45s 61s')
    expect(await limits(context.database)).toBe('4s 3s 5s')
  }
  await expect(first.context.database.query('select pg_sleep(60)')).rejects.toMatchObject({
    reason: 'database-busy',
  })
  const [pool] = await database.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where usename = '${role}'`,
  )
  expect(pool?.n).toBeGreaterThan(2)
  expect(pool?.n).toBeLessThanOrEqual(2 * 8)

  // Eighteen members at once, each of their calls at the other node than the one before.
  const at = nodes.map(({ address }) => ({
    call: ((name, options) => callApi(address, name, options)) as TestApp['call'],
  }))
  const node = (turn: number) => at[turn % at.length] as (typeof at)[number]
  const people = await Promise.all(
    Array.from({ length: 18 }, async (_, n) => {
      const person = await newMember(first.context)
      await fund(first.context, person.id, 100)
      const { status } = await node(n).call('GET /api/wallet/activate/:code', {
        token: person.token,
        params: { code: 'PG' },
      })
      expect(status).toBe(200)
      return person
    }),
  )
  const statuses = await Promise.all(
    people.map(async (person) => {
      const own: number[] = []
      for (let turn = 0; turn < 10; turn++)
        own.push((await transfer(node(turn), person, 'WALLET', 'PG', 1)).status)
      return own
    }),
  )
  expect(statuses.flat()).toEqual(Array(180).fill(200))
  for (const person of people)
    expect((await sandbox.accountBalance('PG', usernameOf(person.id))) ?? 0).toBe(10)
  expect((await verifyBooks(database)).defects).toEqual([])

  // PostgreSQL goes away and comes back: nothing has to be restarted.
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
  await expect
    .poll(() => fetch(`${second.address}/health/ready`).then(({ status }) => status), { timeout: 30_000 })
    .toBe(200)
  expect(await limits(second.context.database)).toBe('4s 3s 5s')
  expect(await transaction(second.context.db, async () => 'done')).toBe('done')
})

test.each(['transaction', 'statement'] as const)(
  'in %s mode a node does not start, and says what to set',
  async (mode) => {
    const url = await startPooler(mode)
    const node = await startNode(url)
    await expect(node.listen()).rejects.toThrow(
      'DATABASE_URL leads to a pooler that does not keep sessions. Set it to session mode (pool_mode = session in PgBouncer)',
    )
    await node.close()
    const owned = await createServer({
      ...testConfig(sandbox),
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: url,
      DATA_DIR: folder,
    })
    await expect(owned.listen()).rejects.toThrow('DATABASE_OWNER_URL leads to a pooler')
    await owned.close()
  },
)

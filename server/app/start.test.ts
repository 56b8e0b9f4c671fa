import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/services.ts'
import { openPglite } from '../platform/database-pglite.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { type Gate, openGate } from '../testing/gate.ts'
import { liveWithoutOutside } from '../testing/live.ts'
import { builtProgram } from '../testing/node-build.ts'

let database: TestDatabase
let gate: Gate
const folder = mkdtempSync(join(tmpdir(), 'krapao-start-'))

beforeAll(async () => {
  database = await testDatabase('postgres')
  gate = await openGate(database.url)
})
afterAll(async () => {
  await gate?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const program = await builtProgram('server')

/** The server as a process, with settings beside those that every one here has. */
const start = (settings: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...liveWithoutOutside,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('a server starts without its database and Redis, becomes ready by itself, and ends without them', async () => {
  gate.cut()
  const port = await freePort()
  const address = `http://localhost:${port}`
  const child = start({
    PORT: String(port),
    DATABASE_URL: gate.url,
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  })
  child.stderr.pipe(process.stderr)
  const ended = once(child, 'exit')
  try {
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    const get = async (path: string) => {
      const answer = await fetch(address + path).catch(() => undefined)
      return answer && { status: answer.status, body: await answer.json() }
    }
    const within = { timeout: 50_000 }
    await expect.poll(() => get('/health/live'), within).toMatchObject({ status: 200 })
    expect(await get('/health/ready')).toEqual({
      status: 503,
      body: { status: 'unavailable', reason: 'database-away' },
    })
    expect(await get('/api/lookup/info')).toMatchObject({
      status: 503,
      body: { message: 'SERVICE_UNAVAILABLE', reason: 'starting' },
    })
    expect(output).toBe('')
    gate.heal()
    await expect.poll(() => get('/health/ready'), within).toMatchObject({ status: 200 })
    expect(await get('/api/lookup/info')).toMatchObject({ status: 200 })
    await expect.poll(() => output).toContain(`Krapao is ready at ${address}`)

    gate.swallowAll()
    const running = get('/api/lookup/info')
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    await running
  } finally {
    child.kill('SIGKILL')
  }
})

test('a server does not start on data of another version, and says what to do', async () => {
  const before = await openPglite(join(folder, 'database'))
  await before.query(`create table migrations (name text primary key, sha256 text not null);
    insert into migrations values ('0001-create-ledger.sql', 'another'), ('0002-create-settings.sql', 'another')`)
  await before.close()
  const child = start({ PORT: String(await freePort()), DEMO: '1' })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  try {
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(said).toBe(`Krapao cannot start:
The database was made by another version of Krapao: its migration 0001-create-ledger.sql has changed.
This version cannot use the database, and has changed nothing in it.
If its data are not needed, delete the folder DATA_DIR (.data unless it is set) and start again.
If they are needed, start the version that made it.
`)
  } finally {
    child.kill('SIGKILL')
  }
})

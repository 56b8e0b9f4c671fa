// The PostgreSQL and the Redis of tests and measurements: the machine's, or our own for the duration of the
// run.

import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { freemem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensure } from './debian.ts'
import { cache } from './project.ts'
import { run } from './run-child.mjs'

/** A service to use, and `stop`, which stops it if it is our own. */
export type Service = { url: string; stop: () => Promise<void> }

/**
 * The least connections of a PostgreSQL for the unit tests: tests that kill a node keep a connection for each
 * of its paused flows, and four files run at a time. Debian's PostgreSQL admits 100.
 */
const leastConnections = 400

/** The file system in memory that Linux has, and the type by which it is recognised. */
const memory = { path: '/dev/shm', type: 0x01021994 }
/**
 * The free bytes of memory with which a database is kept there; the tests' databases need about half of them.
 */
const enoughMemory = 4 * 1024 ** 3

/**
 * A PostgreSQL whose superuser `postgres` may create databases: TEST_DATABASE_URL, or the machine's own at
 * 127.0.0.1:5432 if it admits `postgres` without a password and enough connections, or one that is started
 * here.
 * @param options.isDurable whether one that is started here keeps its data on the disk and waits for it, as
 *   in production. Tests kill our server and never the database, so theirs need not: their databases are
 *   copies, which a disk's file system makes up to twenty times as slowly as memory.
 * @throws if none can be had
 */
export async function postgres({ isDurable = true } = {}): Promise<Service> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: nothing }
  const usual = 'postgres://postgres@127.0.0.1:5432/postgres'
  if (await isUsable(usual)) return { url: usual, stop: nothing }

  const [initdb, server] = [await ensure('initdb'), await ensure('postgres')]
  const port = await freePort()
  const dir = temporaryFolder('postgres', isDurable ? undefined : memoryFolder())
  // Without a locale, so that the order of texts is the same everywhere.
  const made = await run(
    [initdb, '-D', join(dir, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: dir,
      ...ordinaryUser,
    },
  )
  if (made.code !== 0) throw new Error('initdb could not make a database')
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '', // none: a socket's path has a length limit that a deep clone would exceed
    max_connections: String(leastConnections),
    shared_buffers: '256MB',
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off' }),
  }
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return await startService('PostgreSQL', dir, [server, '-D', join(dir, 'data'), ...args], url, isUsable)
}

/**
 * A Redis: REDIS_URL, or the machine's own at 127.0.0.1:6379, or one that is started here.
 * @throws if none can be had
 */
export async function redis(): Promise<Service> {
  const given = process.env.REDIS_URL
  if (given) return { url: given, stop: nothing }
  const usual = 'redis://127.0.0.1:6379'
  if (await answersPing(usual)) return { url: usual, stop: nothing }

  const server = await ensure('redis-server')
  const port = await freePort()
  const dir = temporaryFolder('redis')
  const args = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  return await startService('Redis', dir, [server, ...args], `redis://127.0.0.1:${port}`, answersPing)
}

/** A TCP port of this machine that is free at the moment: `usual` if possible. */
export function freePort(usual = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error) => (usual === 0 ? reject(error) : resolve(freePort())))
    server.listen(usual, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const nothing = async () => {}
const isRoot = process.getuid?.() === 0
/** PostgreSQL refuses to run as root; 65534 is `nobody`. */
const ordinaryUser = isRoot ? { uid: 65534, gid: 65534 } : {}

/** A folder in memory; undefined: there is none, or too little is free. */
function memoryFolder(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(memory.path)
    const free = Math.min(bavail * bsize, freemem())
    return type === memory.type && free >= enoughMemory ? memory.path : undefined
  } catch {
    return undefined
  }
}

/**
 * A new folder that the service's user may write to. Root's is outside the project, which may be closed to
 * other users.
 */
function temporaryFolder(name: string, parent = isRoot ? '/var/tmp' : cache) {
  mkdirSync(parent, { recursive: true })
  const dir = mkdtempSync(join(parent, `krapao-${name}-`))
  if (isRoot) chownSync(dir, ordinaryUser.uid ?? 0, ordinaryUser.gid ?? 0)
  return dir
}

/**
 * Keeps the service running until its own stdin closes, that is until `stop` or until this process ends, even
 * by kill -9; then stops it and removes its folder. It ignores Ctrl-C, because tests must end before their
 * database.
 */
const guard = `trap '' INT TERM HUP
"$@" </dev/null & service=$!
cat >/dev/null
kill -INT $service; wait $service
cd /; rm -rf "$KRAPAO_SERVICE_FOLDER"`

async function startService(
  name: string,
  dir: string,
  command: string[],
  url: string,
  isReady: (url: string) => Promise<boolean>,
): Promise<Service> {
  const log = join(dir, 'log')
  const output = openSync(log, 'a')
  const child = spawn('/bin/sh', ['-c', guard, 'guard', ...command], {
    cwd: dir,
    env: { ...process.env, KRAPAO_SERVICE_FOLDER: dir },
    stdio: ['pipe', output, output],
    ...ordinaryUser,
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  child.unref() // so that a caller who forgot to stop it can still end, and it with him
  const stop = async () => {
    child.ref()
    child.stdin?.end()
    await ended
  }
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    if (await isReady(url)) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const said = readFileSync(log, 'utf8').trim().split('\n').slice(-10).join('\n')
  await stop()
  rmSync(dir, { recursive: true, force: true })
  throw new Error(`${name} did not start within 30 s:\n${said}`)
}

async function isUsable(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    const { rows } = await client.query(
      `select rolsuper and current_setting('max_connections')::int >= ${leastConnections} as usable
       from pg_roles where rolname = current_user`,
    )
    return rows[0]?.usable === true
  } catch {
    return false
  } finally {
    await client.end().catch(nothing)
  }
}

function answersPing(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2000 }, () =>
      socket.write('PING\r\n'),
    )
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (data) => settle(data.toString().startsWith('+PONG')))
    for (const event of ['error', 'timeout', 'end']) socket.on(event, () => settle(false))
  })
}

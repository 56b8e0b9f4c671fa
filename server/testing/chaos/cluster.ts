import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensure } from '../../../scripts/debian.ts'
import { freePort } from '../../../scripts/services.ts'

/** A service that only this run uses, so that it may be stopped, killed or frozen. */
export interface OwnService {
  url: string
  pid(): number
  start(): Promise<void>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL refuses to run as root; 65534 is `nobody`. */
const ordinaryUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/**
 * A PostgreSQL cluster in a folder of its own. SIGINT is its fast shutdown, SIGQUIT its immediate shutdown.
 */
export async function ownPostgres(): Promise<OwnService> {
  const [initdb, server] = [await ensure('initdb'), await ensure('postgres')]
  const folder = newFolder('postgres')
  const data = join(folder, 'data')
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    cwd: folder,
    stdio: 'ignore',
    ...ordinaryUser,
  })
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    // Writes need not reach the disk, because only the process is killed and never the machine.
    fsync: 'off',
  }
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return ownService(url, folder, [server, '-D', data, ...args], async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })
}

/** A Redis without persistence. */
export async function ownRedis(): Promise<OwnService> {
  const server = await ensure('redis-server')
  const folder = newFolder('redis')
  const port = await freePort()
  const args = [
    '--bind',
    '127.0.0.1',
    '--port',
    `${port}`,
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  const url = `redis://127.0.0.1:${port}`
  return ownService(url, folder, [server, ...args], async () => {
    await sleep(300)
    return true
  })
}

function newFolder(name: string): string {
  const folder = mkdtempSync(`/var/tmp/krapao-chaos-${name}-`)
  if (ordinaryUser.uid) chownSync(folder, ordinaryUser.uid, ordinaryUser.gid)
  return folder
}

async function ownService(
  url: string,
  folder: string,
  [program = '', ...args]: string[],
  isReady: () => Promise<boolean>,
): Promise<OwnService> {
  let child: ChildProcess | undefined
  const onExit = () => child?.kill('SIGKILL')
  process.on('exit', onExit)

  const service: OwnService = {
    url,
    pid: () => child?.pid ?? 0,
    async start() {
      child = spawn(program, args, { cwd: folder, stdio: 'ignore', ...ordinaryUser })
      for (let turn = 0; turn < 600; turn++) {
        if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
        if (await isReady()) return
        await sleep(100)
      }
      throw new Error(`${program} does not answer`)
    },
    async end(signal) {
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      ending.kill(signal)
      await once(ending, 'exit')
    },
    async close() {
      await service.end('SIGKILL')
      process.off('exit', onExit)
      // Processes of a killed cluster may still be ending.
      await sleep(300)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
  await service.start()
  return service
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(
        Number(name),
        Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]),
      )
    } catch {
      // It has ended in between.
    }
  }
  const family = [pid]
  for (const pid of family) for (const [child, parent] of parents) if (parent === pid) family.push(child)
  return family
}

/** Stops a process and its descendants for a while, as on a machine that hangs. */
export async function freeze(pid: number, ms: number): Promise<void> {
  const family = familyOf(pid)
  const all = (signal: NodeJS.Signals) => {
    for (const pid of family) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended in between.
      }
    }
  }
  all('SIGSTOP')
  await sleep(ms)
  all('SIGCONT')
}

// The servers of the journeys. Each place at which one journey runs at a time has servers of its own, so that
// journeys that run at the same time share nothing. The runner keeps them, because its workers end with each
// failed journey and each change of project, and a start takes four seconds of the processor.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { basename, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { cache, root, serverFlags } from '../../scripts/project.ts'
import { verifyBooks } from '../../server/ledger/public.ts'
import type { Database } from '../../server/platform/database.ts'
import { openPglite } from '../../server/platform/database-pglite.ts'
import { openPostgres } from '../../server/platform/database-postgres.ts'
import { storeSettings } from '../../server/platform/testing.ts'
import { onServer, urlOf } from '../../server/testing/database.ts'
import { builtProgram } from '../../server/testing/node-build.ts'
import { findUntied } from '../../server/testing/tie-out.ts'

/** How a server differs from the one that `npm start` starts. */
export interface World {
  /** Sets a server apart whose journeys change what others rely on. */
  name?: string
  /**
   * The content of the brand file, or the name of one in `brands`. Such a server has the embedded database,
   * the others PostgreSQL.
   */
  brand?: object | string
  /** Operator settings by key. */
  settings?: Record<string, unknown>
}

interface Server {
  origin: string
  /**
   * Stops the server, verifies its books, and checks that the house's accounts tie with the sandbox's.
   * @throws what is wrong
   */
  stop(): Promise<void>
}

/** Seals are made every minute, so journals older than this without a seal show that some are missing. */
const sealedWithinMs = 5 * 60_000

/** The folder of the run, which the runner creates and removes; workers find the runner's socket in it. */
const runFolder = () => process.env.E2E_FOLDER ?? ''
const socketPath = () => join(runFolder(), 'servers')

/** The address of the server of a place. Only the journeys of one worker run at a place. */
export async function serverAt(place: number, world: World): Promise<string> {
  const asked = request({ socketPath: socketPath(), method: 'POST' })
  asked.end(JSON.stringify({ place, world }))
  const [answer] = await once(asked, 'response')
  const { origin, error } = (await json(answer)) as { origin?: string; error?: string }
  if (!origin) throw new Error(error)
  return origin
}

/**
 * Gives workers their servers until the run ends. @returns what ends the run; it throws what is wrong in the
 * books
 */
export async function keepServers(): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'e2e-'))
  process.env.E2E_FOLDER = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await firstWorld()

  /** At each place the server of the default world, which most journeys use, and one of another world. */
  const kept = new Map<string, { world: string; server: Promise<Server> }>()
  const defects: unknown[] = []
  const stop = async (name: string) => {
    const server = await kept.get(name)?.server.catch(() => undefined)
    kept.delete(name)
    await server?.stop().catch((error) => defects.push(error))
  }
  async function keep(place: number, world: World): Promise<Server> {
    const key = JSON.stringify(world)
    const name = key === '{}' ? `${place}` : `${place}-other`
    if (kept.get(name)?.world !== key) {
      await stop(name)
      kept.set(name, { world: key, server: startServer(world) })
    }
    return (kept.get(name) as { server: Promise<Server> }).server
  }
  const keeper = createServer(async (asked, answer) => {
    const { place, world } = (await json(asked)) as { place: number; world: World }
    const result = await keep(place, world).then(
      ({ origin }) => ({ origin }),
      (error: Error) => ({ error: error.message }),
    )
    answer.end(JSON.stringify(result))
  })
  keeper.listen(socketPath())
  await once(keeper, 'listening')
  return async () => {
    keeper.close()
    await Promise.all([...kept.keys()].map(stop))
    await Promise.all([...firstWorlds.values()].map(async (made) => (await made).store.drop()))
    if (defects.length > 0) throw new AggregateError(defects, defects.join('\n'))
  }
}

/** A data folder with its database. */
interface Place {
  folder: string
  store: Store
}

/** Where a server's tables are. */
interface Store {
  /** The variables by which the server finds it. */
  environment: Record<string, string>
  open(): Promise<Database>
  /** Makes a copy for another data folder. No server may be running on it. */
  copyFor(folder: string): Promise<Store>
  drop(): Promise<void>
}

/** The embedded database, which lies in the data folder and is copied and removed with it. */
const embeddedIn = (folder: string): Store => ({
  environment: {},
  open: () => openPglite(join(folder, 'database')),
  copyFor: async (other) => embeddedIn(other),
  async drop() {},
})

/**
 * A database on the PostgreSQL of the tests, made from a template; its server does the same work in a
 * fraction of the embedded database's time.
 */
async function createDatabase(folder: string, template = 'template0'): Promise<Store> {
  const name = `krapao_test_${Date.now()}_${basename(folder).replace(/\W/g, '').toLowerCase()}`
  await onServer(async (server) => {
    await server.query(`create database ${name} template ${template}`)
    // No commit waits for the disk: PostgreSQL is never killed here, so nothing can be lost.
    await server.query(`alter database ${name} set synchronous_commit = off`)
  })
  const url = urlOf(name)
  return {
    environment: { DATABASE_URL: url },
    open: async () => openPostgres(url, 2, 0),
    copyFor: (other) => createDatabase(other, name),
    drop: () =>
      onServer(async (server) => void (await server.query(`drop database if exists ${name} with (force)`))),
  }
}

/** The demo worlds of first starts, by brand, which the servers of this run copy. */
const firstWorlds = new Map<string, Promise<Place>>()

/**
 * Starts the server as `npm start` does, on an empty data folder, and stops it when its demo world is
 * complete.
 */
function firstWorld(brand?: World['brand']): Promise<Place> {
  const key = JSON.stringify(brand ?? {})
  const made = firstWorlds.get(key) ?? makeWorld(brand)
  firstWorlds.set(key, made)
  return made
}

async function makeWorld(brand?: World['brand']): Promise<Place> {
  const folder = mkdtempSync(join(runFolder(), 'first-'))
  const store = brand ? embeddedIn(folder) : await createDatabase(folder)
  const environment = { ...store.environment, ...withBrand(folder, brand) }
  const server = await run(join(root, 'scripts/start.ts'), folder, environment)
  await server.stop()
  return { folder, store }
}

/** Stores the brand file in a data folder. @returns the environment that names it */
function withBrand(folder: string, brand?: World['brand']): Record<string, string> {
  if (!brand) return {}
  // With the pictures beside it.
  if (typeof brand === 'string') return { BRAND_FILE: join(root, 'brands', brand) }
  const file = join(folder, 'brand.json')
  writeFileSync(file, JSON.stringify(brand))
  return { BRAND_FILE: file }
}

/**
 * Starts a server on a data folder and a database of its own. Its code is built into a few files, which load
 * in half the time of the sources; the first world is made from the sources.
 */
async function startServer({ brand, settings }: World): Promise<Server> {
  const first = await firstWorld(brand)
  const folder = mkdtempSync(join(runFolder(), 'server-'))
  cpSync(first.folder, folder, { recursive: true })
  const store = await first.store.copyFor(folder)
  if (settings) await storeIn(store, settings)
  const environment = { ...store.environment, ...withBrand(folder, brand) }
  const server = await run(await builtProgram('server'), folder, environment)
  return {
    origin: server.origin,
    async stop() {
      await server.stop()
      const database = await store.open()
      const { defects } = await verifyBooks(database, { sealedBefore: new Date(Date.now() - sealedWithinMs) })
      const untied = await findUntied(database, database)
      await database.close()
      await store.drop()
      rmSync(folder, { recursive: true, force: true })
      if (defects.length > 0) throw new Error(`the books: ${JSON.stringify(defects)}`)
      if (untied.length > 0) throw new Error(`accounts that do not tie: ${JSON.stringify(untied)}`)
    },
  }
}

/** Inserts rows into the table, because the console has no page for settings yet. */
async function storeIn(store: Store, settings: Record<string, unknown>): Promise<void> {
  const database = await store.open()
  await storeSettings(database, settings)
  await database.close()
}

/** Uses no settings from the environment of the tests. @throws if the server ends before it is ready */
async function run(program: string, folder: string, environment: Record<string, string>) {
  const { DATABASE_URL, REDIS_URL, BRAND_FILE, HOST, ...env } = process.env
  const child = spawn(process.execPath, [...serverFlags, program], {
    cwd: root,
    env: {
      ...env,
      // Port 0 takes a free port: one that is chosen here may be taken by the time the server listens.
      PORT: '0',
      DATA_DIR: folder,
      DEMO: '1',
      STRICT_CONTRACT: '1',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const orphan = () => child.kill('SIGKILL')
  process.once('exit', orphan)
  const origin = await readAddress(child)
  // Logged errors are printed, so that they are seen beside the journey that caused them.
  child.stdout?.pipe(process.stderr, { end: false })
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await ended
      process.off('exit', orphan)
    },
  }
}

async function readAddress({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk)
    const [, address] = /Krapao is ready at (http:\S+)/.exec(output) ?? []
    if (address) return address
  }
  throw new Error(`the server ended before it was ready: ${output}`)
}

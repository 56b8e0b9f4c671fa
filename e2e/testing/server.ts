// The servers of the journeys: one for each worker, so that journeys that run at the same time share nothing.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, root, serverFlags } from '../../scripts/project.ts'
import { verifyBooks } from '../../server/ledger/public.ts'
import { openPglite } from '../../server/platform/database-pglite.ts'
import { findUntied } from '../../server/testing/tie-out.ts'

/** How a server differs from the one that `npm start` starts. */
export interface World {
  /** The content of the brand file. */
  brand?: object
  /** Operator settings by key. */
  settings?: Record<string, unknown>
}

export interface Server {
  origin: string
  /**
   * Stops the server, verifies its books, and checks that the house's accounts tie with the sandbox's. @throws what is
   * wrong
   */
  stop(): Promise<void>
}

/** Seals are made every minute, so journals older than this without a seal show that some are missing. */
const sealedWithinMs = 5 * 60_000

/** The folder of the run: the runner creates and removes it, and workers keep their servers' data in it. */
const runFolder = () => process.env.E2E_FOLDER ?? ''
/** The demo world of the first start, which the servers of this run copy. */
const firstWorld = () => join(runFolder(), 'first')

/** Starts the server as `npm start` does, on an empty data folder, and stops it when its demo world is complete. */
export async function makeFirstWorld(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'e2e-'))
  process.env.E2E_FOLDER = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await run(firstWorld(), {}, 'scripts/start.ts')
  await server.stop()
}

/** Starts a server on a data folder of its own. */
export async function startServer(world: World): Promise<Server> {
  const folder = mkdtempSync(join(runFolder(), 'server-'))
  const environment: Record<string, string> = {}
  if (world.brand) {
    environment.BRAND_FILE = join(folder, 'brand.json')
    writeFileSync(environment.BRAND_FILE, JSON.stringify(world.brand))
    // Another brand's demo world may be in another currency, so its server makes one of its own.
    if (world.settings) await (await run(folder, environment)).stop()
  } else cpSync(firstWorld(), folder, { recursive: true })
  if (world.settings) await storeSettings(folder, world.settings)
  const server = await run(folder, environment)
  return {
    origin: server.origin,
    async stop() {
      await server.stop()
      const database = await openPglite(join(folder, 'database'))
      const { defects } = await verifyBooks(database, { sealedBefore: new Date(Date.now() - sealedWithinMs) })
      const untied = await findUntied(database, database)
      await database.close()
      rmSync(folder, { recursive: true, force: true })
      if (defects.length > 0) throw new Error(`the books: ${JSON.stringify(defects)}`)
      if (untied.length > 0) throw new Error(`accounts that do not tie: ${JSON.stringify(untied)}`)
    },
  }
}

/** Inserts rows into the table, because the console has no page for settings yet. */
async function storeSettings(folder: string, settings: Record<string, unknown>): Promise<void> {
  const database = await openPglite(join(folder, 'database'))
  for (const [key, value] of Object.entries(settings)) {
    await database.query(
      `insert into settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value`,
      [key, JSON.stringify(value)],
    )
  }
  await database.close()
}

/**
 * Uses the embedded database, and no settings from the environment of the tests. @throws if the server ends before it
 * is ready
 */
async function run(folder: string, environment: Record<string, string>, program = 'server/app/main.ts') {
  const { DATABASE_URL, REDIS_URL, BRAND_FILE, HOST, ...env } = process.env
  const child = spawn(process.execPath, [...serverFlags, join(root, program)], {
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

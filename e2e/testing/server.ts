// A second server with other settings, for journeys that the common one cannot serve.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, root } from '../../scripts/project.ts'
import { freePort } from '../../scripts/services.ts'
import { verifyBooks } from '../../server/ledger/public.ts'
import { openPglite } from '../../server/platform/database-pglite.ts'
import { findUntied } from '../../server/testing/tie-out.ts'

export interface OwnServer {
  origin: string
  /** Also proves the books that it leaves, and that the house's accounts tie to the sandbox's. */
  stop(): Promise<void>
}

/**
 * Starts the server on an empty data folder.
 * @param brand what the brand file says · @param settings operator settings by key, stored before the second start
 */
export async function startServer(options: {
  brand?: object
  settings?: Record<string, unknown>
}): Promise<OwnServer> {
  const folder = mkdtempSync(join(cache, 'e2e-own-'))
  const environment: Record<string, string> = {}
  if (options.brand) {
    environment.BRAND_FILE = join(folder, 'brand.json')
    writeFileSync(environment.BRAND_FILE, JSON.stringify(options.brand))
  }
  let server = await run(folder, environment)
  if (options.settings) {
    // As the operator's console will: a row in the database.
    await server.stop()
    const database = await openPglite(join(folder, 'database'))
    for (const [key, value] of Object.entries(options.settings)) {
      await database.query(
        `insert into settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value`,
        [key, JSON.stringify(value)],
      )
    }
    await database.close()
    server = await run(folder, environment)
  }
  return {
    origin: server.origin,
    async stop() {
      await server.stop()
      const database = await openPglite(join(folder, 'database'))
      const { defects } = await verifyBooks(database)
      const untied = await findUntied(database, database)
      await database.close()
      rmSync(folder, { recursive: true, force: true })
      if (defects.length > 0) throw new Error(`the books: ${JSON.stringify(defects)}`)
      if (untied.length > 0) throw new Error(`accounts that do not tie: ${JSON.stringify(untied)}`)
    },
  }
}

async function run(folder: string, environment: Record<string, string>) {
  const port = await freePort()
  const { DATABASE_URL, REDIS_URL, ...env } = process.env
  const child = spawn(process.execPath, [join(root, 'server/app/main.ts')], {
    env: {
      ...env,
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: '1',
      STRICT_CONTRACT: '1',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes('Krapao is ready')) break
  }
  // Errors that it logs are seen beside the journey that met them.
  child.stdout.pipe(process.stderr, { end: false })
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

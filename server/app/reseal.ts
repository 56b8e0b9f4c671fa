import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPglite } from '../platform/database-pglite.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { sqlState } from '../platform/database-trouble.ts'
import { settings } from './config.ts'
import { resealAll } from './reseal-all.ts'
import { keysOf } from './secrets.ts'

/**
 * `npm run keys:reseal`: seals by `CREDENTIAL_KEY` what `CREDENTIAL_KEY_OLD` sealed, while the nodes serve
 * (docs/operating.md, "Another key"). It may be ended at any moment and repeated. Exit code 0 when nothing of
 * the old key is left, 1 when something is. It reads the settings of a node; the embedded database takes one
 * process at a time: stop the server first.
 */

const read = (name: 'CREDENTIAL_KEY' | 'CREDENTIAL_KEY_OLD') => {
  try {
    return settings[name].parse(process.env[name])
  } catch (error) {
    throw new Error(`${name} should be ${(error as Error).message}`)
  }
}

async function main(): Promise<void> {
  const folder = process.env.DATA_DIR || '.data'
  const [CREDENTIAL_KEY, CREDENTIAL_KEY_OLD] = [read('CREDENTIAL_KEY'), read('CREDENTIAL_KEY_OLD')]
  const url = process.env.DATABASE_URL
  if (url && !CREDENTIAL_KEY) throw new Error('CREDENTIAL_KEY is not set')
  const keys = keysOf({ CREDENTIAL_KEY, CREDENTIAL_KEY_OLD, DATA_DIR: folder })
  mkdirSync(folder, { recursive: true })
  const database = url ? openPostgres(url, 1, 60) : await openPglite(join(folder, 'database'))
  try {
    if (!(await resealAll(database, keys, { say: console.log }))) process.exitCode = 1
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  // undefined_table, undefined_column
  const isOther = ['42P01', '42703'].includes(sqlState(error))
  const reason = isOther
    ? 'the database has not the tables of this version yet; start the server first, which makes them'
    : (error as Error).message
  console.error(`Not everything was sealed anew: ${reason}`)
  process.exitCode = 1
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '@krapao/server/ledger/public.ts'
import { openPglite } from '@krapao/server/platform/database-pglite.ts'
import { migrate } from '@krapao/server/platform/migrate.ts'
import { fundings, measure, movement } from './load.ts'

/**
 * PGlite in a process of its own, whose memory is not the server's: prints one line of JSON with `post`
 * called one by one, and by 32 callers at once.
 */
const seconds = Number(process.argv[2] ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-'))
const database = await openPglite(join(folder, 'database'))
try {
  await migrate(database, join(import.meta.dirname, '../../server/migrations'))
  const ledger = createLedger(database)
  await Promise.all(fundings().map((posting) => ledger.post(posting)))
  const oneByOne = await measure(1, seconds, () => ledger.post(movement()))
  const batched = await measure(32, seconds, () => ledger.post(movement()))
  console.log(JSON.stringify({ oneByOne, batched }))
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

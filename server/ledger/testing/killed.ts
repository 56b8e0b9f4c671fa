import { readFileSync } from 'node:fs'
import { openPglite } from '../../platform/database-pglite.ts'
import { openPostgres } from '../../platform/database-postgres.ts'
import { createLedger } from '../posting/create-ledger.ts'
import { verifyBooks } from '../proof/books.ts'
import { move } from './table.ts'

/**
 * A node that will be killed: opens the database, verifies the books and that every acknowledged key is
 * there, then posts as fast as it can and prints each key once it is acknowledged.
 *
 * node killed.ts ENGINE URL|FOLDER ROUND FILE-OF-ACKNOWLEDGED-KEYS
 */
const [, , engine, where = '', round, acknowledgedFile = ''] = process.argv
const database = engine === 'postgres' ? openPostgres(where) : await openPglite(where)
const ledger = createLedger(database)
await ledger.post(move(`first-${round}`, 'bank → 1.wallet 1'))
const answeredMs = Math.round(performance.timeOrigin + performance.now() - Number(process.env.STARTED_AT))

const acknowledged = readFileSync(acknowledgedFile, 'utf8').split('\n').filter(Boolean)
const [found] = await database.query<{ count: number }>(
  'select count(*) as count from journals where key = any($1::text[])',
  [acknowledged],
)
const { defects, openHolds } = await verifyBooks(database)
const missing = acknowledged.length - (found?.count ?? 0)
console.log(JSON.stringify({ answeredMs, missing, defects, openHolds }))

async function post(caller: number): Promise<never> {
  const acknowledge = async (posted: Promise<{ key: string }>) => console.log((await posted).key)
  for (let n = 1; ; n++) {
    const key = `${round}-${caller}-${n}`
    const member = `${caller}`
    await acknowledge(ledger.post(move(`in-${key}`, `bank → ${member}.wallet 10`)))
    await acknowledge(
      ledger.post(move(`h-${key}`, `${member}.wallet → ${member}.transit 9`, { phase: 'pending' })),
    )
    await acknowledge(
      ledger.post(
        move(`s-${key}`, `${member}.transit → ${member}.game 9`, { phase: 'posted', pendingKey: `h-${key}` }),
      ),
    )
    if (n % 20 === 0) await Promise.all([ledger.seal(), ledger.snapshotHouse()])
  }
}
await Promise.all(Array.from({ length: 16 }, (_, caller) => post(caller)))

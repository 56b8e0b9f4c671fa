import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Asset, assets } from '@krapao/contract/money.ts'
import { type ListDefect, proveItems } from '../desk/items.ts'
import { wrongFacts } from '../journals/facts.ts'
import { type Report, verifyBooks } from '../ledger/public.ts'
import type { Database } from '../platform/database.ts'
import { openPglite } from '../platform/database-pglite.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { waits } from './waits.ts'

/**
 * `npm run ledger:verify`: proves the books (rules.md §1.7), and that the desk's list has the items that wait
 * by their owners' rows (docs/decisions/0065). Exit code 0 when both are right, 1 when one is not, 2 when
 * they cannot be read.
 *
 *   npm run ledger:verify -- --expect HASH the chain must also hold this seal, written down elsewhere before
 */

/** Seals are made every minute, so journals older than this without a seal show that some are missing. */
const sealedWithinMs = 5 * 60_000

const count = new Intl.NumberFormat('en').format
const url = process.env.DATABASE_URL

async function open(): Promise<Database> {
  if (url) return openPostgres(url, 1, 0)
  const folder = join(process.env.DATA_DIR || '.data', 'database')
  if (!existsSync(folder)) throw new Error(`there is no database in ${folder}, and DATABASE_URL is not set`)
  return openPglite(folder)
}

function money(asset: string, amountMinor: number): string {
  const { scale } = assets[asset as Asset] ?? { scale: 0 }
  return new Intl.NumberFormat('en', { minimumFractionDigits: scale }).format(amountMinor / 10 ** scale)
}

function print(report: Report, seconds: number): void {
  const { journals, entries, accounts, openHolds, seals, totals, defects } = report
  console.log(
    `${count(journals)} journals, ${count(entries)} entries, ${count(accounts)} accounts, ` +
      `${count(openHolds)} open holds, read in ${seconds.toFixed(1)} s`,
  )
  console.log(
    seals.count === 0
      ? 'Nothing is sealed yet.'
      : `${count(seals.count)} seals up to journal ${count(seals.throughJournalId)} and row ${count(seals.throughAuditId)} of ` +
          `the audit log, the last one ${seals.sha256}`,
  )
  for (const [asset, { members, house }] of totals) {
    console.log(`${asset}: members ${money(asset, members)}, house ${money(asset, house)}`)
  }
  for (const { journalId, what } of defects) {
    console.log(journalId === null ? `DEFECT: ${what}` : `DEFECT at journal ${journalId}: ${what}`)
  }
  const first = defects[0]
  if (!first) console.log('The books balance.')
  else if (first.journalId === null) console.log('The books do not balance.')
  else console.log(`The books do not balance. First bad journal: ${first.journalId}`)
}

function printList(defects: ListDefect[]): void {
  for (const { what, queue, id } of defects) console.log(`DEFECT of the desk's list: ${queue} ${id} ${what}`)
  console.log(
    defects.length === 0 ? 'The list of the desk is what waits.' : 'The list of the desk is not what waits.',
  )
}

try {
  const { expect } = parseArgs({ options: { expect: { type: 'string' } } }).values
  const database = await open()
  try {
    const started = performance.now()
    const report = await verifyBooks(database, {
      sealedBefore: new Date(Date.now() - sealedWithinMs),
      factsOf: wrongFacts,
      ...(expect && { expect }),
    })
    print(report, (performance.now() - started) / 1000)
    const listed = await proveItems(database, waits)
    printList(listed)
    process.exitCode = report.defects.length + listed.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(`The books cannot be read: ${(error as Error).message}`)
  process.exitCode = 2
}

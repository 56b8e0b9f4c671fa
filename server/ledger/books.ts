import { type Database, rawQuery, type Tx } from '../platform/database.ts'
import { AccountWalk } from './books-accounts.ts'
import { HoldWalk } from './books-holds.ts'
import { SealWalk } from './books-seals.ts'
import { readLines } from './seal.ts'

/** Something in the books that cannot be so. */
export interface Defect {
  /** The journal that it shows at, or null where no journal is to blame. */
  journalId: number | null
  what: string
}

export interface Report {
  journals: number
  entries: number
  accounts: number
  openHolds: number
  seals: { count: number; throughJournalId: number; sha256: string }
  /** Per asset, in minor units: what members and the house have; together zero. */
  totals: Map<string, { members: number; house: number }>
  /** In order of journal id; at most `mostDefects`. */
  defects: Defect[]
}

/** A journal as its canonical line tells it (seal.ts). */
export interface BookedJournal {
  id: number
  phase: string
  pendingId: number | null
  reversesId: number | null
  entries: BookedEntry[]
}

export interface BookedEntry {
  accountId: number
  member: string | null
  name: string | null
  asset: string | null
  amountMinor: number
  balanceAfterMinor: number | null
}

export type Complain = (journalId: number | null, what: string) => void

const mostDefects = 20
const pageSize = 2000

/**
 * Recomputes the books from their entries (rules.md §1.7): each journal adds to zero, every member account follows its
 * own chain of balances and never goes below zero, stored balances, versions, open holds and house snapshots are what
 * the entries make them, per asset everything adds to zero, and every sealed journal is still what was sealed.
 *
 * Reads one consistent state while postings go on, in id order; memory grows with accounts and open holds, not with
 * journals.
 */
export async function verifyBooks(database: Database): Promise<Report> {
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(verifyIn)
}

/** The same within a transaction, which must see one consistent state. */
export async function verifyIn(tx: Tx): Promise<Report> {
  const defects: Defect[] = []
  const complain: Complain = (journalId, what) => {
    if (defects.length < mostDefects) defects.push({ journalId, what })
  }
  const accounts = await AccountWalk.begin(tx, complain)
  const holds = new HoldWalk(complain)
  const seals = new SealWalk(tx, complain)
  let journals = 0
  let entries = 0

  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const lines = await readLines(tx, after, Number.MAX_SAFE_INTEGER, pageSize)
    for (const line of lines) {
      const journal = parseLine(line.line)
      accounts.see(journal)
      holds.see(journal)
      await seals.see(line)
      entries += journal.entries.length
    }
    journals += lines.length
    const last = lines.at(-1)
    if (!last) break
    after = last.id
  }

  await accounts.end(tx)
  await holds.end(tx)
  await seals.end()
  await findStrayEntries(tx, entries, complain)
  return {
    journals,
    entries,
    accounts: accounts.count,
    openHolds: holds.count,
    seals: seals.seen,
    totals: accounts.totals,
    defects: defects.sort((a, b) => (a.journalId ?? Infinity) - (b.journalId ?? Infinity)),
  }
}

type LineFields = [
  id: number,
  key: string,
  kind: string,
  phase: string,
  member: string | null,
  meta: unknown,
  postedAtMicros: number,
  pendingId: number | null,
  reversesId: number | null,
  entries: [number, number, string | null, string | null, string | null, number, number | null][],
]

function parseLine(line: string): BookedJournal {
  const [id, , , phase, , , , pendingId, reversesId, entries] = JSON.parse(line) as LineFields
  return {
    id,
    phase,
    pendingId,
    reversesId,
    entries: entries.map(([, accountId, member, name, asset, amountMinor, balanceAfterMinor]) => ({
      accountId,
      member,
      name,
      asset,
      amountMinor,
      balanceAfterMinor,
    })),
  }
}

/** Entries whose journal is gone: the walk along the journals does not meet them, a count does. */
async function findStrayEntries(tx: Tx, met: number, complain: Complain): Promise<void> {
  const [row] = await rawQuery<{ count: number }>(tx, 'select count(*) as count from entries')
  if (row?.count === met) return
  const [stray] = await rawQuery<{ id: number }>(
    tx,
    `select journal_id as id from entries e
     where not exists (select from journals j where j.id = e.journal_id) order by journal_id limit 1`,
  )
  complain(stray?.id ?? null, 'has entries, but the journal itself is gone')
}

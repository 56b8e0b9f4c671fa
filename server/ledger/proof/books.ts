import { type Database, rawQuery, type Tx, transaction } from '../../platform/database.ts'
import { AccountWalk } from './account-walk.ts'
import { verifyAuditLog } from './audit-log.ts'
import type { Complain, Defect } from './defect.ts'
import { HoldWalk } from './hold-walk.ts'
import { type BookedJournal, parseLine, readLines } from './line.ts'
import { PlayWalk } from './play-walk.ts'
import { SealWalk } from './seal-walk.ts'

export interface Report {
  journals: number
  entries: number
  accounts: number
  openHolds: number
  seals: { count: number; throughJournalId: number; throughAuditId: number; sha256: string }
  /** Per asset, in minor units: the balances of members and of the house, which add up to zero. */
  totals: Map<string, { members: number; house: number }>
  /** In the order of journal ids; at most `maxDefects`. */
  defects: Defect[]
}

const maxDefects = 20
const pageSize = 2000

/**
 * Recomputes the books from their entries (rules.md §1.7): each journal adds up to zero; every member account
 * follows its own chain of balances and never goes below zero; stored balances, versions, open holds, sums of
 * play and house snapshots are those that result from the entries; per asset everything adds up to zero; and
 * every sealed journal is unchanged.
 *
 * Reads one consistent state while postings go on, in id order; memory grows with accounts and open holds,
 * not with journals.
 */
export async function verifyBooks(database: Database, also: Demands = {}): Promise<Report> {
  return transaction(database.db, (tx) => verifyIn(tx, also), {
    isolation: 'repeatable read',
    access: 'read only',
  })
}

/** Further conditions. */
export interface Demands {
  /** Everything from before this moment must be sealed; a chain with its end cut off shows no other sign. */
  sealedBefore?: Date
  /**
   * The chain must hold this seal, whose SHA-256 was stored elsewhere: an attacker who rewrites the whole
   * chain cannot keep it.
   */
  expect?: string
  /** Faults in the facts of a journal, which its reader knows and the ledger does not; undefined: nothing. */
  factsOf?: (journal: Pick<BookedJournal, 'kind' | 'phase' | 'meta'>) => string | undefined
}

/** The same within a transaction, which must see one consistent state. */
export async function verifyIn(tx: Tx, { sealedBefore, expect, factsOf }: Demands = {}): Promise<Report> {
  const defects: Defect[] = []
  const complain: Complain = (journalId, what) => {
    if (defects.length < maxDefects) defects.push({ journalId, what })
  }
  const accounts = await AccountWalk.begin(tx, complain)
  const holds = new HoldWalk(complain)
  const plays = new PlayWalk(complain)
  const seals = new SealWalk(tx, complain)
  let journals = 0
  let entries = 0

  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const lines = await readLines(tx, after, Number.MAX_SAFE_INTEGER, pageSize)
    for (const line of lines) {
      const journal = parseLine(line.line)
      accounts.see(journal)
      holds.see(journal)
      plays.see(journal)
      await seals.see(line)
      const wrong = factsOf?.(journal)
      if (wrong) complain(journal.id, wrong)
      entries += journal.entries.length
    }
    journals += lines.length
    const last = lines.at(-1)
    if (!last) break
    after = last.id
  }

  await accounts.end(tx)
  await holds.end(tx)
  await plays.end(tx)
  await seals.end()
  await findOrphanEntries(tx, entries, complain)
  const throughAuditId = await verifyAuditLog(tx, complain)
  if (sealedBefore) await findUnsealed(tx, { ...seals.seen, throughAuditId }, sealedBefore, complain)
  if (expect) await findSeal(tx, expect, complain)
  return {
    journals,
    entries,
    accounts: accounts.count,
    openHolds: holds.count,
    seals: { ...seals.seen, throughAuditId },
    totals: accounts.totals,
    defects: defects.sort((a, b) => (a.journalId ?? Infinity) - (b.journalId ?? Infinity)),
  }
}

/** Entries whose journal is missing: the walk along the journals does not reach them, so they are counted. */
async function findOrphanEntries(tx: Tx, met: number, complain: Complain): Promise<void> {
  const [row] = await rawQuery<{ count: number }>(tx, 'select count(*) as count from entries')
  if (row?.count === met) return
  const [stray] = await rawQuery<{ id: number }>(
    tx,
    `select journal_id as id from entries e
     where not exists (select from journals j where j.id = e.journal_id) order by journal_id limit 1`,
  )
  complain(stray?.id ?? null, 'has entries, but the journal itself is gone')
}

/** Journals that should be sealed by now, because a job seals every minute. */
async function findUnsealed(
  tx: Tx,
  sealed: { throughJournalId: number; throughAuditId: number },
  before: Date,
  complain: Complain,
): Promise<void> {
  const since = before.toISOString()
  const [journal] = await rawQuery<{ id: number | null }>(
    tx,
    'select min(id) as id from journals where id > $1 and posted_at < $2',
    [sealed.throughJournalId, before],
  )
  if (journal?.id) complain(journal.id, `is from before ${since} and in no seal: seals are missing`)
  const [row] = await rawQuery<{ id: number | null }>(
    tx,
    'select min(id) as id from audit_log where id > $1 and at < $2',
    [sealed.throughAuditId, before],
  )
  if (row?.id) complain(null, `row ${row.id} of the audit log is from before ${since} and in no seal`)
}

async function findSeal(tx: Tx, sha256: string, complain: Complain): Promise<void> {
  const found = await rawQuery(tx, 'select 1 from seals where sha256 = $1', [sha256])
  if (found.length === 0)
    complain(null, `no seal is ${sha256}: the chain is not the one that this was taken from`)
}

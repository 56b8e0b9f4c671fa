import { rawQuery, type Tx } from './database.ts'

/**
 * The numbers of PostgreSQL's advisory locks. They are shared by everything that uses the database, so each
 * is defined here once. The number of a lock must never change: nodes of two versions would not wait for each
 * other.
 */
const whole = {
  /** Nodes that start together migrate one after the other. */
  migration: 7_201_001,
  /** Keeps the template of the test databases from being dropped while it is copied. Used by tests only. */
  testTemplate: 7_201_002,
  /**
   * Postings share it until they commit, so that no seal or snapshot misses a posting: `ledger_watermark` in
   * SQL.
   */
  postings: 7_201_003,
  /** Nodes seal the ledger, and write snapshots of house accounts, one after the other. */
  seal: 7_201_004,
  /** Writers of the audit log share it until they commit, as postings do: `audit_log_watermark` in SQL. */
  auditLog: 7_201_005,
  /**
   * Transactions that store bets share it until they commit, so that no day is closed while such a
   * transaction runs.
   */
  openBetDays: 7_201_006,
  /**
   * The bot's texts and the canned replies are changed and approved one after the other: the number of
   * replies is limited, and each change asks which hosts are approved.
   */
  chatTexts: 7_201_007,
} as const

/** Locks by number and key: the number is the seed with which the key is hashed. */
const keyed = {
  /** Work on the slips of one transfer, by the paying bank and its reference. */
  slipReference: 7_201_010,
  /** Crediting, linking and asking about reports of money of one amount, by currency and amount. */
  transferAmount: 7_201_011,
  /**
   * The first reports of money under a reference, over all accounts of the house; of a code, the reports of
   * its payments.
   */
  transferReports: 7_201_012,
  /** The announcements of a member, whose total is limited. */
  announcements: 7_201_023,
  /** Decisions about an item of the desk, by queue and item. */
  deskItem: 7_201_030,
  /** The QR codes of a member, of which one replaces another. */
  qrCode: 7_201_031,
  /**
   * A member's bets and the credits and ends of the member's bonuses, by member: transactions that store bets
   * share it, so that each bet knows which bonus was active.
   */
  memberPlay: 7_201_033,
  /** Applying the corrections of a game's bets, by game: each is a difference from those before. */
  betCorrections: 7_201_034,
  /** The member of a browser's notifications, by the address at its push service. */
  pushEndpoint: 7_201_032,
} as const

export const lockNumbers = { ...whole, ...keyed }

/**
 * Locks of which one transaction takes several, in their order: two that take them in different orders would
 * wait for each other. The place that takes them says why (`server/slices/deposit/reports/locks.ts`).
 */
const inOrder: readonly string[] = ['slipReference', 'transferReports', 'transferAmount']

/** The locks of `inOrder` that each open transaction holds. */
const held = new WeakMap<Tx, Set<string>>()

/** @throws Error where the transaction holds a lock that comes after this one */
function checkOrder(tx: Tx, name: string, key: string): void {
  const rank = inOrder.indexOf(name)
  if (rank < 0) return
  const locks = held.get(tx) ?? new Set()
  held.set(tx, locks)
  const lock = `${name} ${key}`
  const later = inOrder
    .slice(rank + 1)
    .find((after) => [...locks].some((other) => other.startsWith(`${after} `)))
  // One that is held already is waited for by nobody.
  if (later && !locks.has(lock)) throw new Error(`lock ${name} is taken after ${later}`)
  locks.add(lock)
}

/**
 * Waits for a lock and holds it until the transaction ends; it excludes all nodes.
 * @throws Error where locks are taken in another order than theirs
 */
export async function takeLock(
  tx: Tx,
  ...[name, key]: [name: keyof typeof whole] | [name: keyof typeof keyed, key: string]
): Promise<void> {
  if (key !== undefined) checkOrder(tx, name, key)
  if (key === undefined) await rawQuery(tx, 'select pg_advisory_xact_lock($1)', [lockNumbers[name]])
  else await rawQuery(tx, 'select pg_advisory_xact_lock(hashtextextended($1, $2))', [key, lockNumbers[name]])
}

/** As `takeLock`, but several transactions may share the lock; `takeLock` waits for all of them. */
export async function shareLock(tx: Tx, name: keyof typeof whole): Promise<void> {
  await rawQuery(tx, 'select pg_advisory_xact_lock_shared($1)', [lockNumbers[name]])
}

/** As `shareLock`, for several keys of a lock; in their order, so that nobody waits in a circle. */
export async function shareLocks(tx: Tx, name: keyof typeof keyed, keys: string[]): Promise<void> {
  await rawQuery(
    tx,
    `select pg_advisory_xact_lock_shared(hashtextextended(key, $2))
     from (select distinct unnest($1::text[]) as key order by 1 offset 0) k`,
    [keys, lockNumbers[name]],
  )
}

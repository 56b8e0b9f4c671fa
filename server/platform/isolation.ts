import type { Database } from './database.ts'

/**
 * Each statement has to see the rows that others committed while the one before it waited for a lock: what is
 * decided under a lock (the ledger, claims, transfers, decisions, sessions) would otherwise be decided by
 * what was there before the wait.
 * @throws Error if the database's transactions are isolated in another way; the message says what to do
 */
export async function requireReadCommitted(database: Database): Promise<void> {
  const [row] = await database.query<{ level: string }>(
    `select current_setting('default_transaction_isolation') as level`,
  )
  if (row?.level === 'read committed') return
  throw new Error(
    `the database isolates transactions by "${row?.level}"; Krapao needs "read committed": ` +
      `remove default_transaction_isolation from the role, the database and the server's settings`,
  )
}

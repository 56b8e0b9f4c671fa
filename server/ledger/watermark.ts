import { type Database, rawQuery } from '../platform/database.ts'

/**
 * The journal id up to which nothing can be committed any more, across all nodes: waits a moment for postings that are
 * on their way. When a long transaction does not let it through within a second, it gives up rather than keep
 * postings waiting behind it.
 * @returns undefined when it gave up
 */
export const awaitWatermark = (database: Database): Promise<number | undefined> =>
  awaitBy(database, 'ledger_cut')

/** The same for the rows of the audit log. */
export const awaitAuditWatermark = (database: Database): Promise<number | undefined> =>
  awaitBy(database, 'audit_log_cut')

async function awaitBy(
  database: Database,
  call: 'ledger_cut' | 'audit_log_cut',
): Promise<number | undefined> {
  try {
    return await database.db.transaction().execute(async (tx) => {
      await rawQuery(tx, `set local lock_timeout = '1s'`)
      const [row] = await rawQuery<{ watermark: number }>(tx, `select ${call}() as watermark`)
      return row?.watermark
    })
  } catch (error) {
    const lockNotAvailable = '55P03'
    if ((error as { code?: string }).code === lockNotAvailable) return undefined
    throw error
  }
}

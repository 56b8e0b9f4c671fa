import { type Database, rawQuery, transaction } from '../platform/database.ts'

/**
 * The journal id up to which nothing can be committed any more, on any node: waits a moment for postings
 * under way. If a long transaction prevents it for a second, it gives up rather than keep postings waiting
 * behind it.
 * @returns undefined if it gave up
 */
export const awaitWatermark = (database: Database): Promise<number | undefined> =>
  awaitBy(database, 'ledger_watermark')

/** The same for the rows of the audit log. */
export const awaitAuditWatermark = (database: Database): Promise<number | undefined> =>
  awaitBy(database, 'audit_log_watermark')

async function awaitBy(
  database: Database,
  call: 'ledger_watermark' | 'audit_log_watermark',
): Promise<number | undefined> {
  try {
    return await transaction(database.db, async (tx) => {
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

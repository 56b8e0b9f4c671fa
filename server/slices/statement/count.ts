import { countRows, type RowFilter } from '../../ledger/public.ts'
import type { Db } from '../../platform/database.ts'

/** Below this many rows, counting again is as quick as using the cache. */
const worthKeeping = 1000
/** The maximum of cached counts per node; the one used longest ago is removed first. */
const maxKept = 5000

export type Counter = (memberId: string, filter: RowFilter) => Promise<number>

/**
 * Counts the rows of a statement. Below the last seal no journal is added and none changes (rules.md §1.7),
 * so the count up to there stays right for good: a long statement is counted once per node, and afterwards
 * only its newer rows.
 */
export function rowCounter(db: Db): Counter {
  const kept = new Map<string, { through: number; count: number }>()
  return async (memberId, filter) => {
    const key = JSON.stringify([memberId, filter])
    const known = kept.get(key) ?? { through: 0, count: 0 }
    const counted = await countRows(db, memberId, filter, known.through)
    const count = known.count + counted.sealed
    if (count >= worthKeeping) {
      kept.delete(key)
      kept.set(key, { through: counted.sealedThrough, count })
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    }
    return count + counted.fresh
  }
}

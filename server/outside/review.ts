import { type Db, rawQuery, type Tx } from '../platform/database.ts'
import type { DeskEntry, DeskQueue } from '../platform/desk.ts'
import type { WorkId, WorkKind } from './work-id.ts'

/** What a person has to decide because nobody outside has said what became of it, or said something that cannot be. */

export type ReviewReason = 'UNCERTAIN' | 'CONTRADICTION'

/** Kinds of work whose review queue is made of it; slips have more reasons than these (rules.md §5.1). */
export type ReviewKind = Exclude<WorkKind, 'slip'>

/** What the review knows of an item, beside what the slice knows of it. */
export interface InReview {
  reviewReason: ReviewReason
  lastReason: string | null
}

/** SQL: the columns of `InReview`, of work that is called `w`. */
export const reviewColumns = 'w.review_reason as "reviewReason", w.last_reason as "lastReason"'

/** SQL: the work of a kind that waits for a person, called `w`, so that a slice can join its own rows to it. */
export const inReview = (kind: ReviewKind): string =>
  `(select * from outside_work where kind = '${kind}' and review_reason is not null) w`

/** A slice's own rows of the work in review. */
interface Rows<Row> {
  /** Oldest first, after the one of key `after`. */
  select(db: Db, after: string | undefined, limit: number): Promise<Row[]>
  find(db: Db, key: string): Promise<Row | undefined>
}

/** The part of a queue for the desk that is the same for all work in review. */
export function reviewQueue<Row>(
  db: Db,
  kind: ReviewKind,
  rows: Rows<Row>,
  entryOf: (row: Row) => DeskEntry,
): Pick<DeskQueue, 'name' | 'referenceNeeded' | 'count' | 'list' | 'find'> {
  return {
    name: kind,
    // An approval says that somebody outside has done it.
    referenceNeeded: true,
    async count() {
      const [row] = await rawQuery<{ count: number }>(
        db,
        'select count(*) as count from outside_work where kind = $1 and review_reason is not null',
        [kind],
      )
      return row?.count ?? 0
    },
    list: async ({ after, limit }) => (await rows.select(db, after, limit)).map(entryOf),
    async find(key) {
      const row = await rows.find(db, key)
      return row && entryOf(row)
    },
  }
}

/** Those of `keys` that wait for a person. */
export async function findInReview(db: Db, kind: ReviewKind, keys: string[]): Promise<Set<string>> {
  const rows = await rawQuery<{ key: string }>(
    db,
    `select key from outside_work where kind = $1 and key = any($2::text[]) and review_reason is not null`,
    [kind, keys],
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Takes work from the review by a person's decision, in its transaction; nobody asks about it any more.
 * @returns whether it was still there: of several decisions, and a node that takes it out of review, one is first
 */
export async function endReview(tx: Tx, { kind, key }: WorkId): Promise<boolean> {
  const ended = await rawQuery(
    tx,
    'delete from outside_work where kind = $1 and key = $2 and review_reason is not null returning key',
    [kind, key],
  )
  return ended.length === 1
}

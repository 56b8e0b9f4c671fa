import type { DeskEntry, DeskQueue, Evidence } from '../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../platform/database.ts'
import { type Attempt, selectAttempts } from './attempts.ts'
import { makeDue, tellDesk, type Where } from './work.ts'
import type { WorkId, WorkKind } from './work-id.ts'

/** Items for an operator: the other side has not said how a call ended, or contradicts itself. */

/** Kinds of work that have a review queue of their own. */
export type ReviewKind = Exclude<WorkKind, 'slip'>

export type ReviewReason = 'UNCERTAIN' | 'CONTRADICTION'

/** The facts of an item that this file knows; the slice adds the rest. */
export interface InReview {
  reviewReason: ReviewReason
  lastReason: string | null
}

/** SQL: the columns of `InReview`, from work with the alias `w`. */
export const reviewColumns = 'w.review_reason as "reviewReason", w.last_reason as "lastReason"'

/** SQL: the work of a kind that is in review, with the alias `w`, so that a slice can join its own rows. */
export const inReview = (kind: ReviewKind): string =>
  `(select * from outside_work where kind = '${kind}' and review_reason is not null) w`

/**
 * SQL: the work of a kind that was followed up, with the alias `w`: all but contradictions of what nobody had
 * asked about. It ends with its subject, but for other contradictions, which a person ends.
 */
export const followedUp = (kind: ReviewKind): string =>
  `(select * from outside_work
    where kind = '${kind}' and (review_reason is distinct from 'CONTRADICTION' or attempts > 0)) w`

/**
 * SQL: the last answer about a piece of work, if there is any. `key`: SQL of its key, with its table's name.
 */
export const lastReasonOf = (kind: WorkKind, key: string): string =>
  `(select last_reason from outside_work where kind = '${kind}' and key = ${key})`

/** SQL: whether a piece of work is in review; `key` likewise. */
export const isInReview = (kind: WorkKind, key: string): string =>
  `exists (select from outside_work where kind = '${kind}' and key = ${key} and review_reason is not null)`

/**
 * The part of a review queue that is the same for all kinds of work.
 * @param select the slice's own rows for work in review with these keys
 */
export function reviewQueue<Row>(
  db: Db,
  kind: ReviewKind,
  select: (db: Db, keys: string[]) => Promise<Row[]>,
  entryOf: (row: Row) => DeskEntry,
): Pick<DeskQueue, 'name' | 'referenceNeeded' | 'entries' | 'evidence' | 'askOutside'> {
  return {
    name: kind,
    // An approval says that the other side has carried it out.
    referenceNeeded: true,
    entries: async (keys) => (await select(db, keys)).map(entryOf),
    evidence: async ({ id: key, reason }) => ({
      attempts: await readAttempts(db, { kind, key }, reason !== 'CONTRADICTION'),
    }),
    askOutside: (tx, { id: key }, clock) => makeDue(tx, { kind, key }, clock),
  }
}

/**
 * The questions to the other side about a piece of work, as the desk shows them.
 * @param mayAsk whether an answer would still settle it, so that it may be asked at once
 */
export async function readAttempts(
  db: Db,
  work: WorkId,
  mayAsk: boolean,
): Promise<NonNullable<Evidence['attempts']>> {
  const { count, latest, first } = await selectAttempts(db, work)
  return { count, latest: latest.map(toShown), first: first.map(toShown), mayAsk }
}

const toShown = ({ askedAt, ...attempt }: Attempt) => ({ at: askedAt.toISOString(), ...attempt })

/**
 * Ends work by an operator's decision, in the decision's transaction; it is not followed up any more.
 * @returns false if it was no longer in review: another decision, or a node that took it out of review, came
 *   first
 */
export async function endReview(where: Pick<Where, 'desk'>, tx: Tx, { kind, key }: WorkId): Promise<boolean> {
  const ended = await rawQuery<{ key: string }>(
    tx,
    'delete from outside_work where kind = $1 and key = $2 and review_reason is not null returning key',
    [kind, key],
  )
  tellDesk(
    where,
    tx,
    kind,
    ended.map((work) => work.key),
  )
  return ended.length === 1
}

import { type Database, type Db, rawQuery, type Tx } from '../platform/database.ts'
import { type Attempt, attemptColumns, keepingAttempts } from './attempts.ts'
import type { WorkId, WorkKind } from './work-id.ts'

/**
 * Work with somebody outside who may not answer (docs/decisions/0025): who asks next and when, on however many nodes.
 * It holds no money: losing a claim, or a row, costs time only.
 */

/** Work that this node has until `until`. */
export interface Claim extends WorkId {
  until: Date
  /** Just before it was claimed, ms of this process's monotonic clock. */
  claimedAt: number
  /** Answers so far that said nothing definite. */
  attempts: number
  /** A person may say at any moment what became of it. */
  isInReview: boolean
}

interface Row {
  key: string
  attempts: number
  isInReview: boolean
}

const columns = 'key, attempts, review_reason is not null as "isInReview"'

/** Seconds since it was claimed, also where the process or the machine was asleep meanwhile. */
export const secondsHeld = ({ claimedAt }: Pick<Claim, 'claimedAt'>): number =>
  (performance.now() - claimedAt) / 1000

/** Opens work that its maker has until `until`; in the transaction that makes what it is about. */
export async function openClaimed(tx: Tx, id: WorkId, createdAt: Date, until: Date): Promise<Claim> {
  const claimedAt = performance.now()
  await rawQuery(
    tx,
    'insert into outside_work (kind, key, created_at, next_at, claimed_until) values ($1, $2, $3, $4, $4)',
    [id.kind, id.key, createdAt, until],
  )
  return { ...id, until, claimedAt, attempts: 0, isInReview: false }
}

/**
 * SQL that opens work for each row (kind, key, created_at, next_at) of a query: a part of the statement that makes what the
 * work is about, so that it costs no round trip of its own.
 */
export const openingEach = (rows: string): string =>
  `insert into outside_work (kind, key, created_at, next_at) ${rows}`

/** SQL that finishes the work with the keys of a query, as `finish` does: a part of the statement that ends what it is about. */
export const finishingEach = (kind: WorkKind, keys: string): string =>
  `delete from outside_work
   where kind = '${kind}' and key in (${keys}) and review_reason is distinct from 'CONTRADICTION'`

interface Times {
  now: Date
  /** What its node does not postpone or finish by then is due again. */
  until: Date
  limit: number
}

const claiming = `select ${columns} from outside_work_claim($1, $2, $3, $4)`

/**
 * Claims what is due, the longest waiting first, at most `limit`: conditional, so that two nodes never have the same
 * one.
 */
export async function claimDue(
  database: Database,
  kind: WorkKind,
  { now, until, limit }: Times,
): Promise<Claim[]> {
  const claimedAt = performance.now()
  const rows = await database.query<Row>(claiming, [kind, now, until, limit])
  return rows.map((row) => ({ kind, until, claimedAt, ...row }))
}

/**
 * Claims what is due and marks the slice's own rows in the same statement.
 * @param mark SQL that updates the rows with the keys in `claimed (key)` and returns `id` and what else is wanted; `$2` is
 *   now. It must not wait for rows that others have locked: who ends work locks its row before the work.
 * @returns the claims whose rows were marked; the others are given back
 */
export async function claimMarked<Marked>(
  database: Database,
  kind: WorkKind,
  { now, until, limit }: Times,
  mark: string,
): Promise<{ claim: Claim; marked: Marked }[]> {
  const claimedAt = performance.now()
  // Not prepared: a plan from when the rows were few would read them all.
  const rows = await rawQuery<Row & { isMarked: boolean }>(
    database.db,
    `with claimed as materialized (${claiming}), marked as (${mark})
     select c.*, m.*, m.id is not null as "isMarked" from claimed c left join marked m on m.id = c.key`,
    [kind, now, until, limit],
  )
  const claimed: { claim: Claim; marked: Marked }[] = []
  for (const { key, attempts, isInReview, isMarked, ...marked } of rows) {
    const claim = { kind, until, claimedAt, key, attempts, isInReview }
    if (isMarked) claimed.push({ claim, marked: marked as Marked })
    else await release(database, claim, now)
  }
  return claimed
}

/** Those of `keys` that are due or have no work yet, those without any first, then the longest waiting. */
export async function findDue(
  database: Database,
  kind: WorkKind,
  keys: string[],
  now: Date,
): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await database.query<{ key: string }>(
    `select open.key from unnest($2::text[]) with ordinality open (key, place)
       left join outside_work w on w.kind = $1 and w.key = open.key
     where w.key is null or w.next_at <= $3
     order by w.next_at nulls first, place`,
    [kind, keys, now],
  )
  return rows.map(({ key }) => key)
}

/**
 * Claims one piece of work, and opens it where there is none: what it is about is kept elsewhere.
 * @returns undefined when it is not due, or another node has it
 */
export async function claim(
  database: Database,
  id: WorkId,
  { now, until }: { now: Date; until: Date },
): Promise<Claim | undefined> {
  const claimedAt = performance.now()
  const [row] = await database.query<Row>(
    `insert into outside_work as w (kind, key, created_at, next_at, claimed_until) values ($1, $2, $3, $4, $4)
     on conflict (kind, key) do update set next_at = excluded.next_at, claimed_until = excluded.claimed_until
       where w.next_at <= $3
     returning ${columns}`,
    [id.kind, id.key, now, until],
  )
  return row && { ...id, until, claimedAt, ...row }
}

/** When to ask again, and whether a person is asked as well. */
export interface Postponement {
  at: Date
  /** The answer that said nothing definite. */
  reason: string
  inReview: boolean
}

/**
 * Notes an answer that said nothing definite, and when to ask again; ends the claim. Nothing but the attempts is written
 * when the claim is another's by now, or the work was finished.
 * @returns whether it was still this node's
 */
export async function postpone(
  database: Database,
  { kind, key, until }: Pick<Claim, 'kind' | 'key' | 'until'>,
  { at, reason, inReview }: Postponement,
  attempts: Attempt[],
): Promise<boolean> {
  const rows = await database.query(
    `with kept as (${keepingAttempts(7)})
     update outside_work
     set attempts = attempts + 1, next_at = $4, claimed_until = null, last_reason = $5,
       review_reason = case when $6::boolean then 'UNCERTAIN' end
     where kind = $1 and key = $2 and claimed_until = $3
     returning key`,
    [
      kind,
      key,
      until,
      at,
      reason.slice(0, 200),
      inReview,
      ...attemptColumns(attempts.map((one) => ({ kind, key, ...one }))),
    ],
  )
  return rows.length === 1
}

/** Gives work back as it was: another node may take it at once. */
export async function release(
  database: Database,
  { kind, key, until }: Pick<Claim, 'kind' | 'key' | 'until'>,
  now: Date,
): Promise<void> {
  await database.query(
    `update outside_work set next_at = $4, claimed_until = null
     where kind = $1 and key = $2 and claimed_until = $3`,
    [kind, key, until, now],
  )
}

/** Takes work out of review, so that a node may send it, and makes it due: not when a person has just decided. */
export async function leaveReview(
  database: Database,
  { kind, key, until }: Pick<Claim, 'kind' | 'key' | 'until'>,
  now: Date,
): Promise<void> {
  await database.query(
    `update outside_work set review_reason = null, next_at = $4, claimed_until = null
     where kind = $1 and key = $2 and claimed_until = $3 and review_reason is not null`,
    [kind, key, until, now],
  )
}

/** Ends work that has a definite answer. A contradiction that was found meanwhile stays: a person has to see it. */
export async function finish(handle: Db | Tx, kind: WorkKind, keys: string[]): Promise<void> {
  await rawQuery(
    handle,
    `delete from outside_work
     where kind = $1 and key = any($2::text[]) and review_reason is distinct from 'CONTRADICTION'`,
    [kind, keys],
  )
}

/** Has a person look at what was settled and is contradicted now: no question will settle it. */
export async function putInReview(
  database: Database,
  { kind, key }: WorkId,
  contradiction: string,
  now: Date,
): Promise<void> {
  await database.query(
    `insert into outside_work (kind, key, created_at, last_reason, review_reason)
     values ($1, $2, $4, $3, 'CONTRADICTION')
     on conflict (kind, key) do update
     set next_at = null, claimed_until = null, last_reason = excluded.last_reason, review_reason = 'CONTRADICTION'`,
    [kind, key, contradiction, now],
  )
}

import { type Database, type Db, rawQuery, type Tx } from '../platform/database.ts'
import { type Attempt, attemptColumns, keepingAttempts } from './attempts.ts'
import type { WorkId, WorkKind } from './work-id.ts'

/**
 * Work with an other side that may not answer (docs/decisions/0025): which node asks next and when. It holds no money,
 * so losing a claim or a row costs time only.
 */

/** A claim of this node on a piece of work, until `until`. */
export interface Claim extends WorkId {
  until: Date
  /** The time just before the claim, in milliseconds of this process's monotonic clock. */
  claimedAt: number
  /** The number of answers so far that were not definite. */
  attempts: number
  /** Whether an operator may decide about it at any moment. */
  isInReview: boolean
}

interface Row {
  key: string
  attempts: number
  isInReview: boolean
}

const columns = 'key, attempts, review_reason is not null as "isInReview"'

/** Seconds since the claim, including time in which the process or the machine was suspended. */
export const secondsHeld = ({ claimedAt }: Pick<Claim, 'claimedAt'>): number =>
  (performance.now() - claimedAt) / 1000

/** Creates work that is claimed until `until`, in the transaction that creates its subject. */
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
 * SQL that creates work for each row (kind, key, created_at, next_at) of a query. It is a part of the statement that
 * creates the subject of the work, so that it needs no round trip of its own.
 */
export const openingEach = (rows: string): string =>
  `insert into outside_work (kind, key, created_at, next_at) ${rows}`

/**
 * SQL that finishes the work with the keys of a query, like `finish`; a part of the statement that ends the subject.
 */
export const finishingEach = (kind: WorkKind, keys: string): string =>
  `delete from outside_work
   where kind = '${kind}' and key in (${keys}) and review_reason is distinct from 'CONTRADICTION'`

interface Times {
  now: Date
  /** When work becomes due again, unless its node postpones or finishes it before. */
  until: Date
  limit: number
}

const claiming = `select ${columns} from outside_work_claim($1, $2, $3, $4)`

/**
 * Claims due work, the longest waiting first, at most `limit`. The update is conditional, so that two nodes never claim
 * the same work.
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
 * Claims due work and updates the slice's own rows in the same statement.
 * @param mark SQL that updates the rows with the keys in `claimed (key)` and returns `id` and further columns; `$2` is
 * now. It must not wait for locked rows, because a transaction that ends work locks its row before the work.
 * @returns the claims whose rows were updated; the others are given back
 */
export async function claimMarked<Marked>(
  database: Database,
  kind: WorkKind,
  { now, until, limit }: Times,
  mark: string,
): Promise<{ claim: Claim; marked: Marked }[]> {
  const claimedAt = performance.now()
  // Not prepared: a plan from the time when the table was small would read all rows.
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

/** The `keys` that are due or have no work yet: first those without any, then the longest waiting. */
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
 * Claims one piece of work, and creates it if there is none, because its subject is stored elsewhere.
 * @returns undefined if it is not due, or another node has claimed it
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

/** When to ask again, and whether it is due for review. */
export interface Postponement {
  at: Date
  /** The answer, which was not definite. */
  reason: string
  inReview: boolean
}

/**
 * Records an answer that was not definite, and when to ask again; ends the claim. If another node has the claim by now,
 * or the work is finished, only the attempts are stored.
 * @returns whether this node still had the claim
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

/**
 * Makes work due now that is to be asked about later, so that the next sweep of any node claims it as usual. It is made
 * due since its creation, a time that has passed on every node, so that a node whose clock is a little behind does not
 * make it due a second time.
 * @returns false if a node works on it, it is due already, or nothing is asked about it any more
 */
export async function makeDue(tx: Tx, { kind, key }: WorkId, now: Date): Promise<boolean> {
  const made = await rawQuery(
    tx,
    `update outside_work set next_at = created_at
     where kind = $1 and key = $2 and claimed_until is null and next_at > $3 returning key`,
    [kind, key, now],
  )
  return made.length === 1
}

/** Gives work back unchanged: another node may claim it at once. */
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

/** Takes work out of review, so that a node may send it, and makes it due; not if an operator has just decided. */
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

/**
 * Ends work that has a definite answer. A contradiction that was found in between stays, because an operator has to see
 * it.
 */
export async function finish(handle: Db | Tx, kind: WorkKind, keys: string[]): Promise<void> {
  await rawQuery(
    handle,
    `delete from outside_work
     where kind = $1 and key = any($2::text[]) and review_reason is distinct from 'CONTRADICTION'`,
    [kind, keys],
  )
}

/** Sends settled work to review because the other side contradicts it; a follow-up could not settle that. */
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

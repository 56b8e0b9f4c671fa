import type { Desk } from '../desk/items.ts'
import { type Clock, stopwatch } from '../platform/clock.ts'
import { type Database, type Db, rawQuery, type Tx, transaction } from '../platform/database.ts'
import { databaseNow, movedBy } from '../platform/database-clock.ts'
import { storable } from '../platform/storable.ts'
import { type Attempt, attemptColumns, keepingAttempts } from './attempts.ts'
import type { WorkId, WorkKind } from './work-id.ts'

/**
 * Work with an other side that may not answer (docs/decisions/0025): which node asks next and when. It holds
 * no money, so losing a claim or a row costs time only. When work is due, and when a claim ends, goes by the
 * database's clock.
 */

/** Where work is kept, and what is listed of it. */
export interface Where {
  database: Database
  clock: Clock
  desk: Pick<Desk, 'changed'>
}

/** A claim of this node on a piece of work, until `until`. */
export interface Claim extends WorkId {
  /** By the database's clock; names the claim, too. */
  until: Date
  /**
   * Seconds since just before the claim, including time in which the process or the machine was suspended.
   */
  heldSeconds(): number
  /** The number of answers so far that were not definite. */
  attempts: number
  /** Whether an operator may decide about it at any moment. */
  isInReview: boolean
}

interface Row {
  key: string
  until: Date
  attempts: number
  isInReview: boolean
}

const columns = 'key, claimed_until as until, attempts, review_reason is not null as "isInReview"'

/**
 * Tells the desk, before the transaction commits, that work has come to review or left it. A slip has more
 * reasons for review than the verifier's silence (rules.md §5.1), so it waits there by its own row.
 */
export function tellDesk({ desk }: Pick<Where, 'desk'>, tx: Tx, kind: WorkKind, keys: string[]): void {
  if (kind !== 'slip') desk.changed(tx, kind, keys)
}

/** SQL: the database's time plus a number of seconds. */
const inSeconds = (moved: string, seconds: string): string =>
  `${databaseNow(moved)} + ${seconds}::float8 * interval '1 second'`

/** Creates work that is claimed for `seconds`, in the transaction that creates its subject. */
export async function openClaimed(
  tx: Tx,
  clock: Clock,
  id: WorkId,
  { createdAt, seconds }: { createdAt: Date; seconds: number },
): Promise<Claim> {
  const heldSeconds = stopwatch(clock)
  const until = inSeconds('$4', '$5')
  const [row] = await rawQuery<Row>(
    tx,
    `insert into outside_work (kind, key, created_at, next_at, claimed_until) values ($1, $2, $3, ${until}, ${until})
     returning ${columns}`,
    [id.kind, id.key, createdAt, movedBy(clock), seconds],
  )
  return { ...id, ...(row as Row), heldSeconds }
}

/**
 * SQL that creates work for each row (kind, key, created_at) of a query; it is due at once, whatever the
 * clock of the node says that created its subject. It is a part of the statement that creates the subject, so
 * that it needs no round trip of its own.
 * @param dueAt SQL: when it is due instead
 */
export const openingEach = (rows: string, dueAt = 'least(o.created_at, statement_timestamp())'): string =>
  `insert into outside_work (kind, key, created_at, next_at)
   select o.kind, o.key, o.created_at, ${dueAt} from (${rows}) o (kind, key, created_at)`

/**
 * Opens work that is due in some seconds, unless there is such work.
 * @param createdAt when its subject was created
 */
export async function openUnlessOpen(
  tx: Tx,
  clock: Clock,
  id: WorkId,
  { createdAt, seconds }: { createdAt: Date; seconds: number },
): Promise<void> {
  await rawQuery(
    tx,
    `${openingEach('select $1::text, $2::text, $3::timestamptz', inSeconds('$4', '$5'))}
     on conflict (kind, key) do nothing`,
    [id.kind, id.key, createdAt, movedBy(clock), seconds],
  )
}

/**
 * SQL that finishes the work with the keys of a query, like `finish`; a part of the statement that ends the
 * subject. It returns each key with whether it was in review (key, "wasInReview"): its caller tells the desk
 * of those that were.
 */
export const finishingEach = (kind: WorkKind, keys: string): string =>
  `delete from outside_work
   where kind = '${kind}' and key in (${keys}) and review_reason is distinct from 'CONTRADICTION'
   returning key, review_reason is not null as "wasInReview"`

interface Times {
  /** After which work becomes due again, unless its node postpones or finishes it before. */
  seconds: number
  limit: number
}

const claiming = `select ${columns}
  from outside_work_claim($1, ${databaseNow('$2')}, ${inSeconds('$2', '$3')}, $4)`

/**
 * Claims due work, the longest waiting first, at most `limit`. The update is conditional, so that two nodes
 * never claim the same work.
 */
export async function claimDue(
  { database, clock }: Where,
  kind: WorkKind,
  { seconds, limit }: Times,
): Promise<Claim[]> {
  const heldSeconds = stopwatch(clock)
  const rows = await database.query<Row>(claiming, [kind, movedBy(clock), seconds, limit])
  return rows.map((row) => ({ kind, heldSeconds, ...row }))
}

/**
 * Claims due work and updates the slice's own rows in the same statement.
 * @param mark SQL that updates the rows with the keys in `claimed (key)` and returns `id` and further
 *   columns; the time is in `moment (at)`. It must not wait for locked rows, because a transaction that ends
 *   work locks its row before the work.
 * @returns the claims whose rows were updated; the others are given back
 */
export async function claimMarked<Marked>(
  { database, clock }: Where,
  kind: WorkKind,
  { seconds, limit }: Times,
  mark: string,
): Promise<{ claim: Claim; marked: Marked }[]> {
  const heldSeconds = stopwatch(clock)
  // Not prepared: a plan from the time when the table was small would read all rows.
  const rows = await rawQuery<Row & { isMarked: boolean }>(
    database.db,
    `with moment as materialized (select ${databaseNow('$2')} as at),
       claimed as materialized (${claiming}), marked as (${mark})
     select c.*, m.*, m.id is not null as "isMarked" from claimed c left join marked m on m.id = c.key`,
    [kind, movedBy(clock), seconds, limit],
  )
  const claimed: { claim: Claim; marked: Marked }[] = []
  for (const { key, until, attempts, isInReview, isMarked, ...marked } of rows) {
    const claim = { kind, until, heldSeconds, key, attempts, isInReview }
    if (isMarked) claimed.push({ claim, marked: marked as Marked })
    else await release({ database, clock }, claim)
  }
  return claimed
}

/** The `keys` that are due or have no work yet: first those without any, then the longest waiting. */
export async function findDue({ database, clock }: Where, kind: WorkKind, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await database.query<{ key: string }>(
    `select open.key from unnest($2::text[]) with ordinality open (key, place)
       left join outside_work w on w.kind = $1 and w.key = open.key
     where w.key is null or w.next_at <= ${databaseNow('$3')}
     order by w.next_at nulls first, place`,
    [kind, keys, movedBy(clock)],
  )
  return rows.map(({ key }) => key)
}

/**
 * Claims one piece of work, and creates it if there is none, because its subject is stored elsewhere.
 * @param seconds after which the claim ends
 * @returns undefined if it is not due, or another node has claimed it
 */
export async function claim(
  { database, clock }: Where,
  id: WorkId,
  seconds: number,
): Promise<Claim | undefined> {
  const heldSeconds = stopwatch(clock)
  const [now, until] = [databaseNow('$3'), inSeconds('$3', '$4')]
  const [row] = await database.query<Row>(
    `insert into outside_work as w (kind, key, created_at, next_at, claimed_until)
     values ($1, $2, ${now}, ${until}, ${until})
     on conflict (kind, key) do update set next_at = excluded.next_at, claimed_until = excluded.claimed_until
       where w.next_at <= ${now}
     returning ${columns}`,
    [id.kind, id.key, movedBy(clock), seconds],
  )
  return row && { ...id, heldSeconds, ...row }
}

/** When to ask again, and whether it is due for review. */
export interface Postponement {
  /** Seconds from now. */
  seconds: number
  /** The answer, which was not definite. */
  reason: string
  inReview: boolean
}

/**
 * Records an answer that was not definite, and when to ask again; ends the claim. If another node has the
 * claim by now, or the work is finished, only the attempts are stored. Only what comes to the desk or leaves
 * it costs more than one statement.
 * @returns whether this node still had the claim
 */
export async function postpone(
  where: Where,
  claim: Pick<Claim, 'kind' | 'key' | 'until' | 'isInReview'>,
  postponement: Postponement,
  attempts: Attempt[],
): Promise<boolean> {
  const { database } = where
  const { kind, key } = claim
  if (kind === 'slip' || postponement.inReview === claim.isInReview) {
    return storePostponed(where, database.db, claim, postponement, attempts)
  }
  return transaction(database.db, async (tx) => {
    const isHeld = await storePostponed(where, tx, claim, postponement, attempts)
    if (isHeld) tellDesk(where, tx, kind, [key])
    return isHeld
  })
}

async function storePostponed(
  { clock }: Pick<Where, 'clock'>,
  handle: Db | Tx,
  { kind, key, until }: Pick<Claim, 'kind' | 'key' | 'until'>,
  { seconds, reason, inReview }: Postponement,
  attempts: Attempt[],
): Promise<boolean> {
  const rows = await rawQuery(
    handle,
    `with kept as (${keepingAttempts(8)})
     update outside_work
     set attempts = attempts + 1, next_at = ${inSeconds('$4', '$5')}, claimed_until = null, last_reason = $6,
       review_reason = case when $7::boolean then 'UNCERTAIN' end
     where kind = $1 and key = $2 and claimed_until = $3
     returning key`,
    [
      kind,
      key,
      until,
      movedBy(clock),
      seconds,
      storable(reason, 200),
      inReview,
      ...attemptColumns(attempts.map((attempt) => ({ kind, key, ...attempt }))),
    ],
  )
  return rows.length === 1
}

/**
 * Makes work due now that is to be asked about later, so that the next sweep of any node claims it as usual:
 * due since its creation, so that it is not made due a second time.
 * @returns false if a node works on it, it is due already, or nothing is asked about it any more
 */
export async function makeDue(tx: Tx, { kind, key }: WorkId, clock: Clock): Promise<boolean> {
  const made = await rawQuery(
    tx,
    `update outside_work set next_at = least(created_at, statement_timestamp())
     where kind = $1 and key = $2 and claimed_until is null and next_at > ${databaseNow('$3')} returning key`,
    [kind, key, movedBy(clock)],
  )
  return made.length === 1
}

/** Gives work back unchanged: any node may claim it again, at once or after some `seconds`. */
export async function release(
  { database, clock }: Pick<Where, 'database' | 'clock'>,
  { kind, key, until }: Pick<Claim, 'kind' | 'key' | 'until'>,
  seconds = 0,
): Promise<void> {
  await database.query(
    `update outside_work set next_at = ${inSeconds('$4', '$5')}, claimed_until = null
     where kind = $1 and key = $2 and claimed_until = $3`,
    [kind, key, until, movedBy(clock), seconds],
  )
}

/**
 * Takes work out of review, so that a node may send it, and makes it due; not if an operator has just
 * decided.
 */
export async function leaveReview(
  { database, clock, desk }: Where,
  { kind, key, until }: Pick<Claim, 'kind' | 'key' | 'until'>,
): Promise<void> {
  await transaction(database.db, async (tx) => {
    const left = await rawQuery<{ key: string }>(
      tx,
      `update outside_work set review_reason = null, next_at = ${databaseNow('$4')}, claimed_until = null
       where kind = $1 and key = $2 and claimed_until = $3 and review_reason is not null returning key`,
      [kind, key, until, movedBy(clock)],
    )
    tellDesk(
      { desk },
      tx,
      kind,
      left.map((work) => work.key),
    )
  })
}

/**
 * Ends work that has a definite answer. A contradiction that was found in between stays, because an operator
 * has to see it.
 */
export async function finish(
  where: Pick<Where, 'desk'>,
  tx: Tx,
  kind: WorkKind,
  keys: string[],
): Promise<void> {
  const finished = await rawQuery<Finished>(tx, finishingEach(kind, 'select unnest($1::text[])'), [keys])
  tellDesk(where, tx, kind, inReviewBefore(finished))
}

/** Ends the work of a slip, which waits at the desk by its own row only, so that it needs no transaction. */
export async function finishSlip(db: Db, id: string): Promise<void> {
  await rawQuery(db, finishingEach('slip', 'select $1::text'), [id])
}

/** A row of `finishingEach`. */
export interface Finished {
  key: string
  wasInReview: boolean
}

/** The keys of those that were in review. */
export const inReviewBefore = (finished: Finished[]): string[] =>
  finished.flatMap(({ key, wasInReview }) => (wasInReview ? [key] : []))

/**
 * Sends settled work to review because the other side contradicts it; a follow-up could not settle that. Of
 * work that was followed up it counts as an answer that was not definite, so `attempts` is not 0 there.
 * Further contradictions do not count: of work that began as one, nobody has asked anything.
 */
export async function putInReview(
  { database, desk, clock }: Where,
  { kind, key }: WorkId,
  contradiction: string,
): Promise<void> {
  await transaction(database.db, async (tx) => {
    await rawQuery(
      tx,
      `insert into outside_work (kind, key, created_at, last_reason, review_reason)
       values ($1, $2, $4, $3, 'CONTRADICTION')
       on conflict (kind, key) do update
       set attempts = outside_work.attempts + (outside_work.review_reason is distinct from 'CONTRADICTION')::int, next_at = null, claimed_until = null, last_reason = excluded.last_reason,
         review_reason = 'CONTRADICTION'`,
      [kind, key, contradiction, clock.now()],
    )
    tellDesk({ desk }, tx, kind, [key])
  })
}

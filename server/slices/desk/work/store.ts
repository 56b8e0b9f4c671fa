import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { Subject } from './rules.ts'

/** Claims, assignments and snoozes (rules.md §17.2). */

export interface ClaimRow {
  operatorId: string
  since: Date
  until: Date
}
const claimColumns = 'operator_id as "operatorId", since, until'

/**
 * Claims a subject for an operator or renews the operator's claim; of several who claim at once one succeeds.
 * With `takeOver` another one's claim ends.
 * @returns the claim, if it is the operator's now
 */
export async function upsertClaim(
  handle: Db | Tx,
  { queue, id }: Subject,
  {
    operatorId,
    now,
    until,
    takeOver = false,
  }: { operatorId: string; now: Date; until: Date; takeOver?: boolean },
): Promise<ClaimRow | undefined> {
  const [row] = await rawQuery<ClaimRow>(
    handle,
    `insert into desk_claims as c (queue, item_id, operator_id, since, until) values ($1, $2, $3, $4, $5)
     on conflict (queue, item_id) do update set
       operator_id = excluded.operator_id, until = excluded.until,
       since = case when c.operator_id = excluded.operator_id and c.until > $4 then c.since else excluded.since end
     where c.operator_id = excluded.operator_id or c.until <= $4 or $6
     returning ${claimColumns}`,
    [queue, id, operatorId, now, until, takeOver],
  )
  return row
}

/**
 * Renews a claim that the operator holds. @returns the claim; undefined if the operator does not hold it any
 * more
 */
export async function renewClaim(
  db: Db,
  { queue, id }: Subject,
  { operatorId, now, until }: { operatorId: string; now: Date; until: Date },
): Promise<ClaimRow | undefined> {
  const [row] = await rawQuery<ClaimRow>(
    db,
    `update desk_claims set until = $5 where queue = $1 and item_id = $2 and operator_id = $3 and until > $4
     returning ${claimColumns}`,
    [queue, id, operatorId, now, until],
  )
  return row
}

/** Claims a subject that nobody holds, not even the operator. @returns the claim, if it was free */
export async function claimFree(
  tx: Tx,
  { queue, id }: Subject,
  { operatorId, now, until }: { operatorId: string; now: Date; until: Date },
): Promise<ClaimRow | undefined> {
  const [row] = await rawQuery<ClaimRow>(
    tx,
    `insert into desk_claims as c (queue, item_id, operator_id, since, until) values ($1, $2, $3, $4, $5)
     on conflict (queue, item_id) do update set
       operator_id = excluded.operator_id, since = excluded.since, until = excluded.until
     where c.until <= $4
     returning ${claimColumns}`,
    [queue, id, operatorId, now, until],
  )
  return row
}

/** The living claim of a subject; locked until the transaction ends. */
export async function lockClaim(tx: Tx, { queue, id }: Subject, now: Date): Promise<ClaimRow | undefined> {
  const [row] = await rawQuery<ClaimRow>(
    tx,
    `select ${claimColumns} from desk_claims where queue = $1 and item_id = $2 and until > $3 for update`,
    [queue, id, now],
  )
  return row
}

/** @returns whether the operator held it */
export async function deleteClaim(db: Db, { queue, id }: Subject, operatorId: string): Promise<boolean> {
  const rows = await rawQuery(
    db,
    'delete from desk_claims where queue = $1 and item_id = $2 and operator_id = $3 returning queue',
    [queue, id, operatorId],
  )
  return rows.length > 0
}

export const selectClaims = (db: Db, now: Date): Promise<(Subject & ClaimRow)[]> =>
  rawQuery(
    db,
    `select queue, item_id as id, ${claimColumns} from desk_claims where until > $1
     order by since, queue, item_id limit 500`,
    [now],
  )

/**
 * The ids that are not free for an operator in a queue: claimed by anybody, snoozed, given to another
 * operator, or half approved by this one, so that somebody else has to come.
 */
export async function selectTaken(
  db: Db,
  queue: string,
  { operatorId, now }: { operatorId: string; now: Date },
): Promise<string[]> {
  const rows = await rawQuery<{ id: string }>(
    db,
    `select item_id as id from desk_claims where queue = $1 and until > $3
     union select item_id from desk_snoozes where queue = $1 and until > $3
     union select item_id from desk_assignments where queue = $1 and operator_id <> $2
     union select item_id from desk_votes where queue = $1 and operator_id = $2`,
    [queue, operatorId, now],
  )
  return rows.map(({ id }) => id)
}

export interface AssignmentRow extends Subject {
  operatorId: string
  by: string
  note: string
  at: Date
}
const assignmentColumns = 'queue, item_id as id, operator_id as "operatorId", assigned_by as by, note, at'

/** @param by null takes it back from its operator */
export async function saveAssignment(
  tx: Tx,
  { queue, id }: Subject,
  given: Pick<AssignmentRow, 'operatorId' | 'by' | 'note' | 'at'>,
): Promise<void> {
  await rawQuery(
    tx,
    `insert into desk_assignments (queue, item_id, operator_id, assigned_by, note, at) values ($1, $2, $3, $4, $5, $6)
     on conflict (queue, item_id) do update set operator_id = excluded.operator_id,
       assigned_by = excluded.assigned_by, note = excluded.note, at = excluded.at`,
    [queue, id, given.operatorId, given.by, given.note, given.at],
  )
}

export async function deleteAssignment(handle: Db | Tx, { queue, id }: Subject): Promise<void> {
  await rawQuery(handle, 'delete from desk_assignments where queue = $1 and item_id = $2', [queue, id])
}

export async function findAssignment(
  handle: Db | Tx,
  { queue, id }: Subject,
): Promise<AssignmentRow | undefined> {
  const [row] = await rawQuery<AssignmentRow>(
    handle,
    `select ${assignmentColumns} from desk_assignments where queue = $1 and item_id = $2`,
    [queue, id],
  )
  return row
}

/** Behind which row a page begins. */
export interface Place extends Subject {
  at: Date
}

/** An item that was put aside, as the list has it; of conversations nothing. */
interface Listed {
  memberId: string | null
  amountMinor: number | null
  currency: Currency | null
  createdAt: Date | null
}
const listedColumns = `i.member_id as "memberId", i.amount_minor as "amountMinor", i.currency, i.at as "createdAt"`
/** SQL: the item of a row `x`, which is a conversation or waits. */
const joinListed = 'left join desk_items i on i.queue = x.queue and i.id = x.item_id'
const stillThere = `(x.queue = 'chat' or i.id is not null)`

/** The waiting subjects that were given to an operator, the first given first. */
export const selectAssigned = (
  db: Db,
  operatorId: string,
  { after, limit }: { after?: Place; limit: number },
): Promise<(AssignmentRow & Listed)[]> =>
  rawQuery(
    db,
    `select x.queue, x.item_id as id, x.operator_id as "operatorId", x.assigned_by as by, x.note, x.at, ${listedColumns}
     from desk_assignments x ${joinListed} where x.operator_id = $1 and ${stillThere}
       and ($2::timestamptz is null or (x.at, x.queue, x.item_id) > ($2, $3, $4))
     order by x.at, x.queue, x.item_id limit $5`,
    [operatorId, after?.at ?? null, after?.queue ?? '', after?.id ?? '', limit],
  )

export interface SnoozeRow extends Subject {
  by: string
  reason: string
  at: Date
  until: Date
}
const snoozeColumns = 'queue, item_id as id, operator_id as by, reason, at, until'

export async function saveSnooze(tx: Tx, { queue, id, by, reason, at, until }: SnoozeRow): Promise<void> {
  await rawQuery(
    tx,
    `insert into desk_snoozes (queue, item_id, operator_id, reason, at, until) values ($1, $2, $3, $4, $5, $6)
     on conflict (queue, item_id) do update set operator_id = excluded.operator_id, reason = excluded.reason,
       at = excluded.at, until = excluded.until`,
    [queue, id, by, reason, at, until],
  )
}

/** @returns whether it was snoozed */
export async function deleteSnooze(handle: Db | Tx, { queue, id }: Subject): Promise<boolean> {
  const rows = await rawQuery(
    handle,
    'delete from desk_snoozes where queue = $1 and item_id = $2 returning queue',
    [queue, id],
  )
  return rows.length > 0
}

export async function findSnooze(db: Db, { queue, id }: Subject, now: Date): Promise<SnoozeRow | undefined> {
  const [row] = await rawQuery<SnoozeRow>(
    db,
    `select ${snoozeColumns} from desk_snoozes where queue = $1 and item_id = $2 and until > $3`,
    [queue, id, now],
  )
  return row
}

/** The snoozed subjects that wait, the next to come back first. */
export const selectSnoozed = (
  db: Db,
  now: Date,
  { after, limit }: { after?: Place; limit: number },
): Promise<(SnoozeRow & Listed)[]> =>
  rawQuery(
    db,
    `select x.queue, x.item_id as id, x.operator_id as by, x.reason, x.at, x.until, ${listedColumns}
     from desk_snoozes x ${joinListed} where x.until > $1 and ${stillThere}
       and ($2::timestamptz is null or (x.until, x.queue, x.item_id) > ($2, $3, $4))
     order by x.until, x.queue, x.item_id limit $5`,
    [now, after?.at ?? null, after?.queue ?? '', after?.id ?? '', limit],
  )

/** Removes the snoozes whose time has come. @returns the subjects that come back */
export const deleteDueSnoozes = (db: Db, now: Date): Promise<Subject[]> =>
  rawQuery(db, 'delete from desk_snoozes where until <= $1 returning queue, item_id as id', [now])

/**
 * Forgets what is given or snoozed in the review queues and does not wait, and votes from before the list
 * about what had left when it was filled.
 */
export async function deleteEnded(db: Db): Promise<void> {
  const ended = 'not exists (select from desk_items i where i.queue = x.queue and i.id = x.item_id)'
  await rawQuery(db, `delete from desk_votes x where ${ended}`)
  await rawQuery(db, `delete from desk_assignments x where ${ended}`)
  await rawQuery(db, `delete from desk_snoozes x where x.queue <> 'chat' and ${ended}`)
}

export async function deleteOldClaims(db: Db, before: Date): Promise<void> {
  await rawQuery(db, 'delete from desk_claims where until < $1', [before])
}

/**
 * A condition that is true of a conversation that is snoozed: a message after the snooze ends it. The
 * arguments are SQL: its id, the time of its last message, and now.
 */
export const snoozedChat = (id: string, lastAt: string, now: string): string =>
  `exists (select from desk_snoozes z where z.queue = 'chat' and z.item_id = ${id} and z.until > ${now} and z.at >= ${lastAt})`

import type { Database } from '../platform/database.ts'
import type { WorkId } from './work-id.ts'

/** What tests ask and prepare in the tables of this folder. */

type Queries = Pick<Database, 'query'>
type Kind = WorkId['kind']

/** A row of work, as far as tests look at it. */
export interface Work {
  attempts: number
  next_at: Date
  claimed_until: Date | null
  last_reason: string | null
  review_reason: string | null
}

/** The row of one piece of work; none: it is done, or has not begun. */
export const workOf = (database: Queries, kind: Kind, key: string): Promise<Work[]> =>
  database.query<Work>('select * from outside_work where kind = $1 and key = $2', [kind, key])

/** All work of a kind. */
export const allWork = (database: Queries, kind: Kind): Promise<Work[]> =>
  database.query<Work>('select * from outside_work where kind = $1', [kind])

/** SQL: joins the row of work as `w`. `key`: SQL of the key. */
export const joinWork = (kind: Kind, key: string): string =>
  `left join outside_work w on w.kind = '${kind}' and w.key = ${key}`

/** What the statement by which a node takes work begins with, for tests that kill one there. */
export const takesWork = 'insert into outside_work as w'

/** Stores work that began at a time, with nobody at it unless `heldUntil` is given. */
export async function storeWork(
  database: Queries,
  { kind, key }: WorkId,
  { at, attempts = 0, heldUntil }: { at: Date; attempts?: number; heldUntil?: Date },
): Promise<void> {
  await database.query(
    `insert into outside_work (kind, key, created_at, attempts, next_at, claimed_until)
     values ($1, $2, $3, $4, $5, $6)`,
    [kind, key, at, attempts, heldUntil ?? at, heldUntil ?? null],
  )
}

/** Work that began at a time and is due a day later. */
export const storeLaterWork = (database: Queries, ids: readonly WorkId[], at: Date) =>
  database.query(
    `insert into outside_work (kind, key, created_at, next_at)
     select kind, key, $2, $2::timestamptz + interval '1 day' from jsonb_to_recordset($1::jsonb) w (kind text, key text)`,
    [JSON.stringify(ids), at],
  )

/** Puts transfers, payouts … in review, as after an hour of silence; stored if nobody followed them up. */
export async function storeUncertain(database: Queries, { kind, key }: WorkId, at: Date): Promise<void> {
  await database.query(
    `insert into outside_work (kind, key, created_at, next_at, last_reason, review_reason)
     values ($1, $2, $3, $3, 'HTTP_500', 'UNCERTAIN')
     on conflict (kind, key) do update set review_reason = 'UNCERTAIN', last_reason = 'HTTP_500'`,
    [kind, key, at],
  )
}

/** Another node has it in hand until then. */
export async function holdWork(database: Queries, { kind, key }: WorkId, until: Date): Promise<void> {
  await database.query(
    'update outside_work set next_at = $3, claimed_until = $3 where kind = $1 and key = $2',
    [kind, key, until],
  )
}

/** All work of a kind is due, also work that a node has in hand. */
export async function makeWorkDue(database: Queries, kind: Kind): Promise<void> {
  await database.query(`update outside_work set next_at = '2026-01-01' where kind = $1`, [kind])
}

/** These are due and in nobody's hands. */
export async function freeWork(database: Queries, kind: Kind, keys: string[]): Promise<void> {
  await database.query(
    `update outside_work set next_at = '-infinity', claimed_until = null where kind = $1 and key = any($2)`,
    [kind, keys],
  )
}

/** It waits at the desk, and its follow-up went on until here. */
export async function leaveWorkToReview(database: Queries, kind: Kind, ...keys: string[]): Promise<void> {
  await database.query(
    `update outside_work set review_reason = 'UNCERTAIN' where kind = $1 and key = any($2)`,
    [kind, keys],
  )
}

export async function removeWork(database: Queries, { kind, key }: WorkId): Promise<void> {
  await database.query('delete from outside_work where kind = $1 and key = $2', [kind, key])
}

/** What was asked about it and answered, in order. */
export const storedAttempts = (
  database: Queries,
  kind: Kind,
  key: string,
): Promise<{ question: string; answer: string; reason: string | null }[]> =>
  database.query(
    'select question, answer, reason from outside_attempts where kind = $1 and key = $2 order by number',
    [kind, key],
  )

/** What is watched after the desk has refused it. */
export const watchesOf = (database: Queries, kind: Kind, key: string) =>
  database.query('select from outside_watches where kind = $1 and key = $2', [kind, key])

/** It was refused so many hours earlier. */
export const ageWatch = (database: Queries, key: string, hours: number) =>
  database.query(
    'update outside_watches set refused_at = refused_at - make_interval(hours => $2) where key = $1',
    [key, hours],
  )

/** What the statement that ends a watch begins with. */
export const endsWatch = /delete from outside_watches where kind = \$1 and key/

import type { Words } from '@krapao/contract/languages.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { ListedOutcome } from '@krapao/contract/slices/outcome/list-outcomes.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** An ending, as the slice that ends the thing writes it. */
export interface Ending {
  /** The fact, e.g. `withdrawal:wd12`; of one fact there is one outcome. */
  key: string
  memberId: string
  kind: ListedOutcome['kind']
  result: ListedOutcome['result']
  reason?: string | null
  /** Null if it was never known. */
  amountMinor: number | null
  currency: Currency
  from?: string
  to?: string
  /** The key of the row of money under way that became this, or the id of what waited. */
  source?: string | null
  description?: Words
  at: Date
  /** The member's own call is answered with it at this moment, so it is no news. */
  isAnswer?: boolean
}

/**
 * SQL that records endings, as a part of the statement that ends them. One that was recorded before stays as
 * it was, but for what waited for it: where that is known only now, it is news again.
 * @param rows SQL: key, member_id, kind, result, reason, amount_minor, currency, from_end, to_end, source,
 *   description, at, read_at
 */
export const recordingEach = (rows: string): string =>
  `insert into outcomes (key, member_id, kind, result, reason, amount_minor, currency, from_end, to_end, source,
     description, at, read_at)
   ${rows}
   on conflict (key) do update set kind = excluded.kind, source = excluded.source, read_at = excluded.read_at
     where outcomes.source is null and excluded.source is not null
   returning id`

/** SQL: whether the ending of this key is recorded. `key`: SQL, with its table's name. */
export const isRecorded = (key: string): string => `exists (select from outcomes where outcomes.key = ${key})`

/**
 * SQL that takes away what was recorded under a key and turns out to be untrue; a part of the statement that
 * shows it.
 */
export const retracting = (key: string): string => `delete from outcomes where key = ${key}`

/** Records endings in the transaction that ends them. */
export async function recordEndings(handle: Db | Tx, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  await rawQuery(
    handle,
    recordingEach(
      `select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[],
         $8::text[], $9::text[], $10::text[], $11::jsonb[], $12::timestamptz[], $13::timestamptz[])`,
    ),
    [
      endings.map(({ key }) => key),
      endings.map(({ memberId }) => memberId),
      endings.map(({ kind }) => kind),
      endings.map(({ result }) => result),
      endings.map(({ reason }) => reason ?? null),
      endings.map(({ amountMinor }) => amountMinor),
      endings.map(({ currency }) => currency),
      endings.map(({ from = '' }) => from),
      endings.map(({ to = '' }) => to),
      endings.map(({ source }) => source ?? null),
      endings.map(({ description }) => (description ? JSON.stringify(description) : null)),
      endings.map(({ at }) => at),
      endings.map(({ at, isAnswer }) => (isAnswer ? at : null)),
    ],
  )
}

/** An outcome as it is stored. */
export interface Stored extends Omit<Ending, 'isAnswer' | 'description' | 'key'> {
  id: number
  reason: string | null
  from: string
  to: string
  source: string | null
  description: Words | null
  isRead: boolean
}

const columns = `id, member_id as "memberId", kind, result, reason, amount_minor as "amountMinor", currency,
  from_end as "from", to_end as "to", source, description, at, read_at is not null as "isRead"`

/**
 * A member's outcomes since a time, newest first.
 * @param before the id of the last one of the page before
 */
export const selectOutcomes = (
  db: Db,
  memberId: string,
  { since, before, limit }: { since: Date; before?: number | undefined; limit: number },
): Promise<Stored[]> =>
  rawQuery(
    db,
    `select ${columns} from outcomes where member_id = $1 and id < $2 and at >= $3 order by id desc limit $4`,
    [memberId, before ?? Number.MAX_SAFE_INTEGER, since, limit],
  )

/** SQL: those that a member has not read, newest first, as `Stored`. `memberId`, `since` and `limit`: SQL. */
export const unreadOutcomes = (memberId: string, since: string, limit: string): string =>
  `select ${columns} from outcomes
   where member_id = ${memberId} and read_at is null and at >= ${since} order by id desc limit ${limit}`

/** How many outcomes a member has not read, at most `limit`. */
export async function countUnread(db: Db, memberId: string, since: Date, limit: number): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    `select count(*)::int as count from (${unreadOutcomes('$1', '$2', '$3')}) unread`,
    [memberId, since, limit],
  )
  return row?.count ?? 0
}

/** Marks a member's outcomes as read. One that is being written at this moment is not waited for. */
export async function markRead(
  db: Db,
  memberId: string,
  ids: number[] | undefined,
  now: Date,
): Promise<void> {
  await rawQuery(
    db,
    `update outcomes set read_at = $3 where id = any(array(
       select id from outcomes
       where member_id = $1 and read_at is null and ($2::bigint[] is null or id = any($2::bigint[]))
       for update skip locked))`,
    [memberId, ids ?? null, now],
  )
}

/**
 * Marks an ending as read, with which the member's own call is answered although something else has ended it.
 */
export async function noteAnswered(db: Db, key: string, now: Date): Promise<void> {
  await rawQuery(db, 'update outcomes set read_at = $2 where key = $1 and read_at is null', [key, now])
}

/** Removes what is too old to be shown, some at a time. @returns how many */
export async function removeOutcomes(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await rawQuery(
    db,
    `delete from outcomes where id = any(array(
       select id from outcomes where at < $1 order by at limit $2 for update skip locked)) returning id`,
    [before, limit],
  )
  return rows.length
}

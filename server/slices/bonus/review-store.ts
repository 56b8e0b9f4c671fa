import type { TieReason } from '@krapao/contract/slices/desk/ties.ts'
import type { Desk } from '../../desk/items.ts'
import type { Waiting } from '../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { type Offered, receivedAt } from './condition/store.ts'

/**
 * Free credit and codes that wait for a person (rules.md §7.5). The member's wallet is locked before a row of
 * them, but where one gives way to another member: behind the counts of its campaign, and none that somebody
 * has locked (`lockYielding`).
 */

/** Credits that may wait: free credit of a bonus, and codes. */
export type ReviewSource = 'bonus' | 'promotion'

/** YIELDED: its place went to a member who need not wait. */
export type ReviewState = 'WAITING' | 'CREDITED' | 'REFUSED' | 'WITHDRAWN' | 'YIELDED'

/** A tied member who has had the same. */
export interface TiedReceiver {
  memberId: string
  reasons: TieReason[]
  /** When it was received or, where it waits for a person itself, asked for: ISO 8601. */
  at: string
  isWaiting: boolean
}

/** A credit that waits, or waited. */
export interface Review extends Omit<Offered, 'source'> {
  /** Of the bonus that it becomes. */
  id: string
  source: ReviewSource
  amountMinor: number
  maxTotalMinor: number
  /** The Bangkok day, YYYY-MM-DD, on which its use counts. */
  day: string
  /** As it was found when it was asked for. */
  tied: TiedReceiver[]
  state: ReviewState
  createdAt: Date
  endedAt: Date | null
}

const columns = `id, member_id as "memberId", currency, source, campaign, version, description, terms,
  amount_minor as "amountMinor", max_total_minor as "maxTotalMinor", day::text, tied, state, created_at as "createdAt",
  ended_at as "endedAt"`

export async function insertReview(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  review: Omit<Review, 'state' | 'endedAt'>,
): Promise<void> {
  await rawQuery(
    tx,
    `insert into bonus_reviews (id, member_id, currency, source, campaign, version, description, terms, amount_minor,
       max_total_minor, day, tied, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      review.id,
      review.memberId,
      review.currency,
      review.source,
      review.campaign,
      review.version,
      JSON.stringify(review.description),
      JSON.stringify(review.terms),
      review.amountMinor,
      review.maxTotalMinor,
      review.day,
      JSON.stringify(review.tied),
      review.createdAt,
    ],
  )
  desk.changed(tx, 'bonus-review', [review.id])
}

/** One, in any state. */
export async function findReview(handle: Db | Tx, id: string): Promise<Review | undefined> {
  const [row] = await rawQuery<Review>(handle, `select ${columns} from bonus_reviews where id = $1`, [id])
  return row
}

/** The waiting credit of a member. */
export async function findWaiting(handle: Db | Tx, memberId: string): Promise<Review | undefined> {
  const [row] = await rawQuery<Review>(
    handle,
    `select ${columns} from bonus_reviews where member_id = $1 and state = 'WAITING'`,
    [memberId],
  )
  return row
}

/** When what a member asked for was refused, of one campaign. */
export async function refusedAt(
  tx: Tx,
  memberId: string,
  { source, campaign }: Pick<Review, 'source' | 'campaign'>,
): Promise<Date[]> {
  const rows = await rawQuery<{ at: Date }>(
    tx,
    `select created_at as at from bonus_reviews
     where member_id = $1 and source = $2 and campaign = $3 and state = 'REFUSED'`,
    [memberId, source, campaign],
  )
  return rows.map(({ at }) => at)
}

/**
 * One that waits of a campaign, locked until the transaction ends; none that somebody decides or withdraws at
 * this moment. The largest group goes first: of those that wait the one whose member is tied to most, and of
 * equals the newest.
 * @param leastMinor it keeps at least this much of a budget
 * @param day it keeps a place of this Bangkok day, YYYY-MM-DD
 */
export async function lockYielding(
  tx: Tx,
  { source, campaign }: Pick<Review, 'source' | 'campaign'>,
  { leastMinor = 0, day }: { leastMinor?: number; day?: string | undefined },
): Promise<Review | undefined> {
  const [row] = await rawQuery<Review>(
    tx,
    // No receiver is named where there are more ties than are looked for.
    `select ${columns} from bonus_reviews
     where state = 'WAITING' and source = $1 and campaign = $2 and amount_minor >= $3
       and ($4::date is null or day = $4::date)
     order by tied = '[]' desc, jsonb_array_length(tied) desc, created_at desc, id
     limit 1 for update skip locked`,
    [source, campaign, leastMinor, day ?? null],
  )
  return row
}

/**
 * When these members received a campaign's money, or asked for it and wait; the latest first. What had waited
 * was received when it was asked for.
 */
export const receiptsOf = (
  handle: Db | Tx,
  memberIds: string[],
  { source, campaign }: Pick<Review, 'source' | 'campaign'>,
): Promise<{ memberId: string; at: Date; isWaiting: boolean }[]> =>
  rawQuery(
    handle,
    `select member_id as "memberId", ${receivedAt} as at, false as "isWaiting" from member_bonuses
     where member_id = any($1::text[]) and source = $2 and campaign = $3 and state <> 'CANCELLED'
     union all
     select member_id, created_at, true from bonus_reviews
     where member_id = any($1::text[]) and source = $2 and campaign = $3 and state = 'WAITING'
     order by at desc`,
    [memberIds, source, campaign],
  )

/** Ends one that waits. @returns whether it did */
export async function endReview(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  id: string,
  { state, at }: { state: Exclude<ReviewState, 'WAITING'>; at: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `update bonus_reviews set state = $2, ended_at = $3 where id = $1 and state = 'WAITING' returning id`,
    [id, state, at],
  )
  if (rows.length === 0) return false
  desk.changed(tx, 'bonus-review', [id])
  return true
}

/** A member's reviews that wait, and those that were refused since an instant; newest first. */
export const selectShown = (db: Db, memberId: string, since: Date): Promise<Review[]> =>
  rawQuery(
    db,
    `select ${columns} from bonus_reviews
     where member_id = $1 and (state = 'WAITING' or (state = 'REFUSED' and ended_at >= $2))
     order by created_at desc limit 20`,
    [memberId, since],
  )

export const waitingReviews: Waiting = {
  subject: 'bonus-review',
  key: 'id',
  keyType: 'text',
  at: 'created_at',
  memberId: 'member_id',
  amountMinor: 'amount_minor',
  currency: 'currency',
  words: `concat_ws(' ', id, campaign)`,
  from: 'bonus_reviews',
  where: `state = 'WAITING'`,
}

/** Those of these that wait. */
export const selectWaiting = (db: Db, ids: string[]): Promise<Review[]> =>
  rawQuery(db, `select ${columns} from bonus_reviews where id = any($1::text[]) and state = 'WAITING'`, [ids])

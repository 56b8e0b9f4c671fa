import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { firstOfMonth } from '../refund/public.ts'
import type { Reason } from './rules.ts'

/** A friend's bets of one day, and what they brought the inviter. */
export interface InviteDay {
  inviterId: string
  inviteeId: string
  /** Bangkok day, YYYY-MM-DD. */
  day: string
  currency: Currency
  stakeMinor: number
  winMinor: number
  /** Lost with bonus money, which does not count. */
  bonusLossMinor: number
  /** Wins of earlier days of the month that were set against the loss. */
  carriedMinor: number
  /** Wins that are left for later days of the month. */
  winsLeftMinor: number
  percent: number
  version: number
  amountMinor: number
  /** Why it brought nothing. */
  reason: Reason | null
}

/**
 * The wins that friends have left before a day, of earlier days of its month, in minor units; a friend
 * without a row has none.
 */
export async function selectWinsLeft(
  tx: Tx,
  day: string,
  inviteeIds: string[],
): Promise<Map<string, number>> {
  const rows = await rawQuery<{ inviteeId: string; minor: number }>(
    tx,
    `select distinct on (invitee_id) invitee_id as "inviteeId", wins_left_minor as minor
     from invite_days where invitee_id = any($1::text[]) and day >= $2::date and day < $3::date
     order by invitee_id, day desc`,
    [inviteeIds, firstOfMonth(day), day],
  )
  return new Map(rows.map(({ inviteeId, minor }) => [inviteeId, minor]))
}

export async function insertDays(tx: Tx, days: InviteDay[], now: Date): Promise<void> {
  await rawQuery(
    tx,
    `insert into invite_days (inviter_id, invitee_id, day, currency, stake_minor, win_minor, percent, version,
       amount_minor, reason, bonus_loss_minor, carried_minor, wins_left_minor, created_at)
     select *, $14 from unnest($1::text[], $2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[],
       $7::float8[], $8::int[], $9::bigint[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[])`,
    [
      days.map(({ inviterId }) => inviterId),
      days.map(({ inviteeId }) => inviteeId),
      days.map(({ day }) => day),
      days.map(({ currency }) => currency),
      days.map(({ stakeMinor }) => stakeMinor),
      days.map(({ winMinor }) => winMinor),
      days.map(({ percent }) => percent),
      days.map(({ version }) => version),
      days.map(({ amountMinor }) => amountMinor),
      days.map(({ reason }) => reason),
      days.map(({ bonusLossMinor }) => bonusLossMinor),
      days.map(({ carriedMinor }) => carriedMinor),
      days.map(({ winsLeftMinor }) => winsLeftMinor),
      now,
    ],
  )
}

/**
 * A page of what a member's friends brought, newest first, and how many there are; those that brought nothing
 * are left out.
 */
export async function selectPaid(
  db: Db,
  inviterId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; days: (InviteDay & { id: number; createdAt: Date })[] }> {
  const days = await rawQuery<InviteDay & { id: number; createdAt: Date }>(
    db,
    `select id, inviter_id as "inviterId", invitee_id as "inviteeId", day::text as day, currency,
       stake_minor as "stakeMinor", win_minor as "winMinor", bonus_loss_minor as "bonusLossMinor",
       carried_minor as "carriedMinor", wins_left_minor as "winsLeftMinor", percent, version,
       amount_minor as "amountMinor", reason, created_at as "createdAt"
     from invite_days where inviter_id = $1 and amount_minor > 0 order by id desc limit $2 offset $3`,
    [inviterId, limit, offset],
  )
  const [row] = await rawQuery<{ total: number }>(
    db,
    'select count(*) as total from invite_days where inviter_id = $1 and amount_minor > 0',
    [inviterId],
  )
  return { total: row?.total ?? 0, days }
}

/** Whether a friend of the member has ever played on a day that invites were calculated for. */
export async function hasPlayingFriend(db: Db, inviterId: string): Promise<boolean> {
  const rows = await rawQuery(db, 'select from invite_days where inviter_id = $1 limit 1', [inviterId])
  return rows.length > 0
}

/** A member's receipts: by a call, in minor units, and whether there was one on a day. */
export async function findReceipts(
  db: Db,
  { id, memberId, day }: { id: string; memberId: string; day: string },
): Promise<{ received: number | undefined; onDay: boolean }> {
  const rows = await rawQuery<{ id: string; minor: number; day: string }>(
    db,
    `select id, amount_minor as minor, day::text as day from invite_receipts
     where id = $1 or (member_id = $2 and day = $3)`,
    [id, memberId, day],
  )
  return {
    received: rows.find((row) => row.id === id)?.minor,
    onDay: rows.some((row) => row.day === day),
  }
}

/** @returns false: the member has received on that day, or by this call */
export async function insertReceipt(
  tx: Tx,
  receipt: {
    id: string
    memberId: string
    day: string
    amountMinor: number
    bonusId: string
    createdAt: Date
  },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into invite_receipts (id, member_id, day, amount_minor, bonus_id, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [receipt.id, receipt.memberId, receipt.day, receipt.amountMinor, receipt.bonusId, receipt.createdAt],
  )
  return rows.length > 0
}

/** The sum that was paid to inviters in all, by currency. */
export async function sumPaid(db: Db, currencies: readonly string[]): Promise<Map<string, number>> {
  const rows = await rawQuery<{ currency: string; minor: number }>(
    db,
    `select currency, sum(amount_minor)::bigint as minor from invite_days
     where currency = any($1::text[]) and amount_minor > 0 group by currency`,
    [currencies],
  )
  return new Map(rows.map(({ currency, minor }) => [currency, minor]))
}

import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { fundedSeconds, ownBefore, wasFunded } from '../bonus/public.ts'
import type { StoredBet } from '../game/public.ts'
import { type CarriedDay, firstOfMonth } from './carry.ts'
import type { Sum } from './loss.ts'

export interface ProductSum extends Sum {
  product: string
}

/** The cashback of a day, with everything that it was calculated from. */
export interface RefundDay extends CarriedDay {
  memberId: string
  /** Bangkok day, YYYY-MM-DD. */
  day: string
  currency: Currency
  products: ProductSum[]
  bonusFunded: Sum | null
  percent: number
  maxMinor: number
  version: number
  amountMinor: number
}

const dayColumns = `member_id as "memberId", day::text as day, currency, products, bonus_funded as "bonusFunded",
  carried_minor as "carriedMinor", loss_minor as "lossMinor", wins_left_minor as "winsLeftMinor", percent,
  max_minor as "maxMinor", version, amount_minor as "amountMinor"`

/**
 * Adds those of the bets that were placed while a bonus of their member was active to the sums of their days:
 * where nobody says when, those that were settled then. A correction belongs to the bet that it corrects.
 */
export async function addFunded(tx: Tx, stored: StoredBet[]): Promise<void> {
  const before = await ownBefore(tx, stored)
  const bets = stored.filter(({ id }) => !before.has(id))
  if (bets.length === 0) return
  await rawQuery(
    tx,
    `insert into bonus_funded_days as d (member_id, day, stake_minor, win_minor)
     select b.member_id, b.day, sum(b.stake_minor), sum(b.win_minor)
     from unnest($1::text[], $2::date[], $3::timestamptz[], $4::bigint[], $5::bigint[])
       b (member_id, day, placed_at, stake_minor, win_minor)
     where ${wasFunded('b.member_id', 'b.placed_at')}
     group by 1, 2 order by 1, 2
     on conflict (member_id, day) do update set stake_minor = d.stake_minor + excluded.stake_minor,
       win_minor = d.win_minor + excluded.win_minor`,
    [
      bets.map(({ memberId }) => memberId),
      bets.map(({ countedDay }) => countedDay),
      bets.map(({ placedAt, firstSettledAt }) => placedAt ?? firstSettledAt),
      bets.map(({ stakeMinor }) => stakeMinor),
      bets.map(({ winMinor }) => winMinor),
    ],
  )
}

/** Those sums of a day, by member. */
export async function selectFunded(
  handle: Db | Tx,
  day: string,
  memberIds: string[],
): Promise<Map<string, Sum>> {
  const rows = await rawQuery<Sum & { memberId: string }>(
    handle,
    `select member_id as "memberId", stake_minor as "stakeMinor", win_minor as "winMinor"
     from bonus_funded_days where day = $1 and member_id = any($2::text[])`,
    [day, memberIds],
  )
  return new Map(rows.map(({ memberId, ...sum }) => [memberId, sum]))
}

/**
 * The wins that members have left before a day, of earlier days of its month, in minor units; a member
 * without a row has none.
 */
export async function selectWinsLeft(tx: Tx, day: string, memberIds: string[]): Promise<Map<string, number>> {
  const rows = await rawQuery<{ memberId: string; minor: number }>(
    tx,
    `select distinct on (member_id) member_id as "memberId", wins_left_minor as minor
     from refund_days where member_id = any($1::text[]) and day >= $2::date and day < $3::date
     order by member_id, day desc`,
    [memberIds, firstOfMonth(day), day],
  )
  return new Map(rows.map(({ memberId, minor }) => [memberId, minor]))
}

export async function insertDays(tx: Tx, days: RefundDay[], now: Date): Promise<void> {
  await rawQuery(
    tx,
    `insert into refund_days (member_id, day, currency, products, bonus_funded, loss_minor, percent, max_minor,
       version, amount_minor, carried_minor, wins_left_minor, created_at)
     select *, $13 from unnest($1::text[], $2::date[], $3::text[], $4::jsonb[], $5::jsonb[], $6::bigint[],
       $7::float8[], $8::bigint[], $9::int[], $10::bigint[], $11::bigint[], $12::bigint[])`,
    [
      days.map(({ memberId }) => memberId),
      days.map(({ day }) => day),
      days.map(({ currency }) => currency),
      days.map(({ products }) => JSON.stringify(products)),
      days.map(({ bonusFunded }) => bonusFunded && JSON.stringify(bonusFunded)),
      days.map(({ lossMinor }) => lossMinor),
      days.map(({ percent }) => percent),
      days.map(({ maxMinor }) => maxMinor),
      days.map(({ version }) => version),
      days.map(({ amountMinor }) => amountMinor),
      days.map(({ carriedMinor }) => carriedMinor),
      days.map(({ winsLeftMinor }) => winsLeftMinor),
      now,
    ],
  )
}

/** A day that can be claimed, and the whole days for which bonuses have kept it from being claimed. */
export interface ClaimableDay extends RefundDay {
  heldDays: number
}

/** Days for which bonuses may keep cashback at most: one after the other they could keep it for ever. */
const mostHeldDays = 366

/**
 * A member's days that bring something and are not claimed, newest first. Each can be claimed for so many
 * days; while a bonus is active that time stands still (rules.md §10.2).
 */
export const selectUnclaimed = (
  db: Db,
  memberId: string,
  { now, claimableFor }: { now: Date; claimableFor: number },
): Promise<ClaimableDay[]> =>
  rawQuery(
    db,
    `select ${dayColumns}, floor(held.seconds / 86400)::int as "heldDays"
     from refund_days d, lateral (
       select ${fundedSeconds('d.member_id', endOfDay('d.day'), '$2::timestamptz')} as seconds) held
     where member_id = $1 and claim_id is null and amount_minor > 0
       and day >= ($2::timestamptz at time zone 'Asia/Bangkok')::date - $3::int - ${mostHeldDays}
       and ($2::timestamptz - make_interval(secs => (86400 * $3::int + held.seconds)::float8)) < ${endOfDay('d.day')}
     order by day desc`,
    [memberId, now, claimableFor],
  )

/** SQL: the instant at which a Bangkok day, SQL, is over. */
const endOfDay = (day: string): string => `((${day} + 1)::timestamp at time zone 'Asia/Bangkok')`

export interface Claim {
  id: string
  memberId: string
  currency: Currency
  amountMinor: number
  createdAt: Date
}

/** Stores a claim with its days. @returns whether all of them were still unclaimed */
export async function insertClaim(tx: Tx, claim: Claim, days: string[]): Promise<boolean> {
  await rawQuery(
    tx,
    'insert into refund_claims (id, member_id, currency, amount_minor, created_at) values ($1, $2, $3, $4, $5)',
    [claim.id, claim.memberId, claim.currency, claim.amountMinor, claim.createdAt],
  )
  const taken = await rawQuery(
    tx,
    `update refund_days set claim_id = $1
     where member_id = $2 and day = any($3::date[]) and claim_id is null returning day`,
    [claim.id, claim.memberId, days],
  )
  return taken.length === days.length
}

/** The sum that a call claimed, in minor units; undefined: it claimed nothing. */
export async function findClaimed(db: Db, id: string): Promise<number | undefined> {
  const [row] = await rawQuery<{ minor: number }>(
    db,
    'select amount_minor as minor from refund_claims where id = $1',
    [id],
  )
  return row?.minor
}

/** A page of a member's claims, newest first, and how many there are. */
export async function selectClaims(
  db: Db,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; claims: Claim[] }> {
  const claims = await rawQuery<Claim>(
    db,
    `select id, member_id as "memberId", currency, amount_minor as "amountMinor", created_at as "createdAt"
     from refund_claims where member_id = $1 order by created_at desc, id limit $2 offset $3`,
    [memberId, limit, offset],
  )
  const [row] = await rawQuery<{ total: number }>(
    db,
    'select count(*) as total from refund_claims where member_id = $1',
    [memberId],
  )
  return { total: row?.total ?? 0, claims }
}

/** The sum that a call moved to the wallet, in minor units; undefined: it moved nothing. */
export async function findMoved(db: Db, id: string): Promise<number | undefined> {
  const [row] = await rawQuery<{ minor: number }>(
    db,
    'select amount_minor as minor from refund_moves where id = $1',
    [id],
  )
  return row?.minor
}

/** @returns false: another run of the same call has stored it */
export async function insertMove(
  tx: Tx,
  move: { id: string; memberId: string; amountMinor: number; bonusId: string; createdAt: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into refund_moves (id, member_id, amount_minor, bonus_id, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [move.id, move.memberId, move.amountMinor, move.bonusId, move.createdAt],
  )
  return rows.length > 0
}

/** The sum that was claimed in all, by currency. */
export async function sumClaims(db: Db, currencies: readonly string[]): Promise<Map<string, number>> {
  const rows = await rawQuery<{ currency: string; minor: number }>(
    db,
    `select currency, sum(amount_minor)::bigint as minor from refund_claims
     where currency = any($1::text[]) group by currency`,
    [currencies],
  )
  return new Map(rows.map(({ currency, minor }) => [currency, minor]))
}

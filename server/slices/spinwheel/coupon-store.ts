import type { Coupon as ShownCoupon } from '@krapao/contract/slices/spinwheel/wheel.ts'
import type { Desk } from '../../desk/items.ts'
import type { Waiting } from '../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { openSeconds } from '../bonus/public.ts'
import type { WheelVersion } from './store.ts'

export type CouponType = ShownCoupon['type']

/** The prize of a spin. */
export interface Coupon extends WheelVersion {
  id: string
  memberId: string
  /** The slice. */
  code: string
  type: CouponType
  /** Satang or att; of COIN coins; else 0. */
  amountMinor: number
  state: ShownCoupon['state']
  /** Of the last claim. */
  claimId: string | null
  /** Of BONUS: what was reserved at the draw; null: nothing was, as before there were reservations. */
  bonus: { code: string; version: number; reservedMinor: number } | null
  createdAt: Date
  /** When it expires, as far as it is known now: while another bonus keeps it, that is later and later. */
  expiresAt: Date
  /** When it expires at the latest. */
  latestAt: Date
}

/** Days for which other bonuses keep a coupon at most: one after the other they could keep it for ever. */
const mostHeldDays = 365

/** SQL: when a coupon, called `c`, expires. While another bonus keeps it, its time stands still. */
const expiryAt = (now: string): string => `case when c.type in ('CREDIT', 'BONUS')
  then c.expires_at + make_interval(secs => least(
    ${openSeconds('c.member_id', 'c.created_at', `coalesce(c.settled_at, ${now})`)}, ${mostHeldDays * 86_400})::float8)
  else c.expires_at end`

/** Of a coupon, called `c`. */
const columnsAt = (now: string) => `c.id, c.member_id as "memberId", c.currency, c.version, c.code, c.type,
  c.amount_minor as "amountMinor", c.state, c.claim_id as "claimId", c.created_at as "createdAt",
  ${expiryAt(now)} as "expiresAt", c.expires_at + make_interval(days => ${mostHeldDays}) as "latestAt",
  case when c.bonus_code is not null then jsonb_build_object(
    'code', c.bonus_code, 'version', c.bonus_version, 'reservedMinor', c.reserved_minor) end as bonus`

export async function insertCoupon(
  tx: Tx,
  spinId: string,
  coupon: Omit<Coupon, 'state' | 'claimId' | 'latestAt'>,
): Promise<void> {
  await rawQuery(
    tx,
    `insert into spin_coupons
       (id, spin_id, member_id, currency, version, code, type, amount_minor, created_at, expires_at,
        bonus_code, bonus_version, reserved_minor)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      coupon.id,
      spinId,
      coupon.memberId,
      coupon.currency,
      coupon.version,
      coupon.code,
      coupon.type,
      coupon.amountMinor,
      coupon.createdAt,
      coupon.expiresAt,
      coupon.bonus?.code ?? null,
      coupon.bonus?.version ?? null,
      coupon.bonus?.reservedMinor ?? 0,
    ],
  )
}

/** A coupon of this member's. */
export async function findCoupon(
  db: Db,
  memberId: string,
  { id, now }: { id: string; now: Date },
): Promise<Coupon | undefined> {
  const [row] = await rawQuery<Coupon>(
    db,
    `select ${columnsAt('$3::timestamptz')} from spin_coupons c where c.id = $1 and c.member_id = $2`,
    [id, memberId, now],
  )
  return row
}

/** A member's coupons: those to claim first, then the latest. */
export const selectCoupons = (db: Db, memberId: string, now: Date, limit: number): Promise<Coupon[]> =>
  rawQuery(
    db,
    `with available as (
       select c.*, 0 as place from spin_coupons c
       where member_id = $1 and state = 'AVAILABLE' and ${expiryAt('$2::timestamptz')} > $2
       order by number desc limit $3
     ), latest as (
       select c.*, 1 as place from spin_coupons c
       where member_id = $1 and not (state = 'AVAILABLE' and ${expiryAt('$2::timestamptz')} > $2)
       order by number desc limit $3
     )
     select ${columnsAt('$2::timestamptz')} from (select * from available union all select * from latest) c
     order by place, number desc limit $3`,
    [memberId, now, limit],
  )

/**
 * Records that a coupon is claimed, or that its item is asked for: nothing is reserved for it any more. The
 * member's wallet is locked before it, and the counts of a campaign behind it.
 * @returns whether it could be claimed still
 */
export async function markClaimed(
  tx: Tx,
  { id, claimId, at, isItem }: { id: string; claimId: string; at: Date; isItem: boolean },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `update spin_coupons c set state = $2, claim_id = $3, settled_at = $4, reserved_minor = 0
     where id = $1 and state = 'AVAILABLE' and ${expiryAt('$5::timestamptz')} > $5 returning id`,
    [id, isItem ? 'REQUESTED' : 'CLAIMED', claimId, isItem ? null : at, at],
  )
  return rows.length > 0
}

/** Marks coupons whose time is over, some at a time. @returns how many */
export async function markExpired(tx: Tx, now: Date, limit: number): Promise<number> {
  const rows = await rawQuery(
    tx,
    // A coupon that is being claimed at this moment is left to the claim.
    `update spin_coupons set state = 'EXPIRED', settled_at = $1 where id = any(array(
       select c.id from spin_coupons c
       where c.state = 'AVAILABLE' and c.expires_at <= $1 and ${expiryAt('$1::timestamptz')} <= $1
       order by c.expires_at limit $2 for update skip locked)) returning id`,
    [now, limit],
  )
  return rows.length
}

/**
 * Takes from some coupons that are settled what is still reserved for them: expired ones, and those that a
 * node of the version before has claimed. @returns the sums by bonus, in one order for all
 */
export const takeUnfreed = (
  tx: Tx,
  limit: number,
): Promise<{ bonus: string; reservedMinor: number; coupons: number }[]> =>
  rawQuery(
    tx,
    `with unfreed as (
       select id, bonus_code, reserved_minor from spin_coupons
       where reserved_minor > 0 and state in ('CLAIMED', 'EXPIRED') limit $1 for update skip locked
     ), freed as (
       update spin_coupons c set reserved_minor = 0 from unfreed where c.id = unfreed.id
     )
     select bonus_code as bonus, sum(reserved_minor)::bigint as "reservedMinor", count(*)::int as coupons
     from unfreed group by bonus_code order by bonus_code`,
    [limit],
  )

/** Money that claims of these currencies' wheels have credited, in minor units. */
export async function creditedOf(db: Db, currencies: readonly string[]): Promise<Map<string, number>> {
  const rows = await rawQuery<{ currency: string; minor: number }>(
    db,
    `select currency, sum(amount_minor)::bigint as minor from spin_coupons
     where currency = any($1::text[]) and state = 'CLAIMED' and type = 'CREDIT' group by currency`,
    [currencies],
  )
  return new Map(rows.map(({ currency, minor }) => [currency, minor]))
}

/** A member asks for an item. */
export async function insertRequest(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  { id, couponId, at }: { id: string; couponId: string; at: Date },
): Promise<void> {
  await rawQuery(tx, 'insert into prize_requests (id, coupon_id, requested_at) values ($1, $2, $3)', [
    id,
    couponId,
    at,
  ])
  desk.changed(tx, 'prize', [id])
}

/** An item that a member asked for. */
export interface PrizeRequest extends WheelVersion {
  id: string
  couponId: string
  spinId: string
  memberId: string
  code: string
  state: 'WAITING' | 'DELIVERED' | 'REFUSED'
  requestedAt: Date
  decidedAt: Date | null
  wonAt: Date
}

const requests = `select r.id, r.coupon_id as "couponId", c.spin_id as "spinId", c.member_id as "memberId", c.currency,
    c.version, c.code, r.state, r.requested_at as "requestedAt", r.decided_at as "decidedAt", c.created_at as "wonAt"
  from prize_requests r join spin_coupons c on c.id = r.coupon_id`

export const waitingPrizes: Waiting = {
  subject: 'prize',
  key: 'r.id',
  keyType: 'text',
  at: 'r.requested_at',
  memberId: 'c.member_id',
  // Its worth is not known, and not asked for.
  amountMinor: 'null::bigint',
  currency: 'c.currency',
  words: `concat_ws(' ', r.id, r.coupon_id, c.code)`,
  from: 'prize_requests r join spin_coupons c on c.id = r.coupon_id',
  where: `r.state = 'WAITING'`,
}

/** Those of these that wait. */
export const selectWaiting = (db: Db, ids: string[]): Promise<PrizeRequest[]> =>
  rawQuery(db, `${requests} where r.id = any($1::text[]) and r.state = 'WAITING'`, [ids])

export async function findRequest(db: Db | Tx, id: string): Promise<PrizeRequest | undefined> {
  const [row] = await rawQuery<PrizeRequest>(db, `${requests} where r.id = $1`, [id])
  return row
}

/**
 * Ends a request. A delivered item is claimed; a refused one gives the coupon back, and the time that it
 * waited does not count towards its end.
 * @returns whose it was; undefined if it does not wait any more
 */
export async function endRequest(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  id: string,
  { state, operatorId, at }: { state: 'DELIVERED' | 'REFUSED'; operatorId: string; at: Date },
): Promise<Pick<PrizeRequest, 'memberId' | 'currency'> | undefined> {
  const [row] = await rawQuery<Pick<PrizeRequest, 'memberId' | 'currency'>>(
    tx,
    `with ended as (
       update prize_requests set state = $2, operator_id = $3, decided_at = $4 where id = $1 and state = 'WAITING'
       returning coupon_id, requested_at)
     update spin_coupons c set
       state = case $2 when 'DELIVERED' then 'CLAIMED' else 'AVAILABLE' end,
       settled_at = case $2 when 'DELIVERED' then $4::timestamptz end,
       expires_at = case $2 when 'DELIVERED' then c.expires_at else c.expires_at + ($4::timestamptz - ended.requested_at) end
     from ended where c.id = ended.coupon_id and c.state = 'REQUESTED' returning c.member_id as "memberId", c.currency`,
    [id, state, operatorId, at],
  )
  if (row) desk.changed(tx, 'prize', [id])
  return row
}

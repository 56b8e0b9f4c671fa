import type { Currency } from '@krapao/contract/money.ts'
import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import { isInReview } from '../../outside/review.ts'
import { type Db, rawQuery } from '../../platform/database.ts'
import { isRecorded } from '../outcome/public.ts'

/** Money that may be coming in. */
export interface PendingDeposit {
  kind: Extract<PendingMoney['kind'], 'slip' | 'qr' | 'gift' | 'announcement'>
  id: string
  key: string
  /** Minor units; null until it is known. */
  amountMinor: number | null
  currency: Currency
  createdAt: Date
  state: PendingMoney['state']
  expiresAt: Date | null
  from: string
}

/**
 * What a member may still be credited for, newest first, `limit` of each kind: slips that are not decided, open
 * codes, payments of codes that wait for a person or go back, open gifts, announcements. One query; each part of it
 * reads the member's open rows only.
 */
export function selectPendingDeposits(
  db: Db,
  memberId: string,
  now: Date,
  limit: number,
): Promise<PendingDeposit[]> {
  return rawQuery(
    db,
    `(select 'slip' as kind, id, id as key, amount_minor as "amountMinor", currency, created_at as "createdAt",
        case when step <> 'none' and desk_reason is null then 'CHECKING' else 'WITH_TEAM' end as state,
        null::timestamptz as "expiresAt", coalesce(from_bank, '') as "from"
      from slips where member_id = $1 and status = 'PENDING' order by id desc limit $3)
     union all
     (select 'qr', id, id, amount_minor, currency, created_at, 'OPEN', expires_at, gateway
      from qr_payments
      where member_id = $1 and state = 'OPEN' and expires_at > $2 and payload is not null
      order by created_at desc limit $3)
     union all
     (select 'qr', payment_id, 'payment-' || id, amount_minor, currency, received_at, 'WITH_TEAM', null, gateway
      from qr_events where member_id = $1 and state in ('waiting', 'in-doubt') order by id desc limit $3)
     union all
     (select 'qr', payment_id, 'payment-' || id, amount_minor, currency, received_at, 'GOING_BACK', null, gateway
      from qr_events where member_id = $1 and state = 'returning' order by id desc limit $3)
     union all
     (select 'gift', id, id, amount_minor, currency, created_at,
        case when ${isInReview('gift', 'gifts.id')} then 'WITH_TEAM' else 'CHECKING' end, null, 'GIFT'
      from gifts where member_id = $1 and state in ('CLAIMED', 'REDEEMING') order by created_at desc limit $3)
     union all
     (select 'announcement', id, id, amount_minor, currency, created_at, 'WITH_TEAM', null, ''
      from manual_deposits where member_id = $1 and state = 'PENDING' limit $3)`,
    [memberId, now, limit],
  )
}

/** A code that nobody paid in time. */
export interface ExpiredCode {
  id: string
  amountMinor: number
  currency: Currency
  from: string
  at: Date
}

/**
 * A member's codes that have run out of time in the last day, and whose end is not recorded; also one that the next code
 * has replaced since. A code with a payment that waits for something is not over.
 */
export const selectExpired = (db: Db, memberId: string, now: Date): Promise<ExpiredCode[]> =>
  rawQuery(
    db,
    `select id, amount_minor as "amountMinor", currency, gateway as "from", expires_at as at from qr_payments
     where member_id = $1 and payload is not null
       and (state = 'OPEN' or state = 'CANCELLED' and closed_at >= expires_at)
       and not exists (select from qr_events e where e.payment_id = qr_payments.id)
       and expires_at <= $2 and expires_at > $2::timestamptz - interval '1 day'
       and not ${isRecorded("'expired:' || qr_payments.id")}`,
    [memberId, now],
  )

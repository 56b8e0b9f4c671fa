import type { Currency } from '@krapao/contract/money.ts'
import { isInReview } from '../../outside/review.ts'
import { rawQuery, type Tx } from '../../platform/database.ts'
import { isRecorded } from '../outcome/public.ts'
import { openPayments, openSlipState } from './reports/open-link-store.ts'
import { expiredKey } from './reports/store.ts'

/**
 * SQL: what a member may still be credited for, newest first of each kind: slips that are not decided, open
 * codes, payments of codes that wait for a person or go back, also as the money of another report, open
 * gifts, announcements. Each part of it reads the member's open rows only. The columns are those of all money
 * under way (statement/pending-store.ts). `memberId`, `now` and `limit` (of each kind): SQL.
 */
export const pendingDeposits = (memberId: string, now: string, limit: string): string =>
  `select *, 'WALLET' as "to" from (
     (select 'slip' as kind, id, id as key, amount_minor as "amountMinor", currency, created_at as "createdAt",
        case when step <> 'none' and desk_reason is null then 'CHECKING'
          else coalesce(${openSlipState('slips.id')}, 'WITH_TEAM') end as state,
        null::timestamptz as "expiresAt", coalesce(from_bank, '') as "from"
      from slips where member_id = ${memberId} and status = 'PENDING' order by id desc limit ${limit})
     union all
     (select 'qr', id, id, amount_minor, currency, created_at, 'OPEN', expires_at, gateway
      from qr_payments
      where member_id = ${memberId} and state = 'OPEN' and expires_at > ${now} and payload is not null
      order by created_at desc limit ${limit})
     union all
     (select 'qr', payment_id, 'payment-' || id, amount_minor, currency, received_at, 'WITH_TEAM', null, place
      from deposit_reports where kind = 'payment' and member_id = ${memberId} and state in ('waiting', 'in-doubt') order by id desc limit ${limit})
     union all
     (select 'qr', payment_id, 'payment-' || id, amount_minor, currency, received_at, 'GOING_BACK', null, place
      from deposit_reports where kind = 'payment' and member_id = ${memberId} and state = 'returning' order by id desc limit ${limit})
     union all
     (select 'qr', e.payment_id, 'payment-' || e.id, e.amount_minor, e.currency, e.received_at, o.state, null, e.place
      from (${openPayments(memberId)}) o join deposit_reports e on e.id = o.id
      where e.state = 'matched' order by e.id desc limit ${limit})
     union all
     (select 'gift', id, id, amount_minor, currency, created_at,
        case when ${isInReview('gift', 'gifts.id')} then 'WITH_TEAM' else 'CHECKING' end, null, 'GIFT'
      from gifts where member_id = ${memberId} and state in ('CLAIMED', 'REDEEMING') order by created_at desc limit ${limit})
     union all
     (select 'announcement', id, id, amount_minor, currency, created_at, 'WITH_TEAM', null, ''
      from manual_deposits where member_id = ${memberId} and state = 'PENDING' limit ${limit})) deposits`

/**
 * SQL: a member's codes that have run out of time in the last day, and whose end is not recorded; also one
 * that the next code has replaced since. A code that a payment is reported for is not over. `memberId` and
 * `now`: SQL.
 */
export const expiredCodes = (memberId: string, now: string): string =>
  `select id, amount_minor as "amountMinor", currency, gateway as "from", expires_at as at from qr_payments
   where member_id = ${memberId} and payload is not null
     and (state = 'OPEN' or state = 'CANCELLED' and closed_at >= expires_at)
     and not exists (select from deposit_reports e where e.payment_id = qr_payments.id)
     and expires_at <= ${now} and expires_at > ${now}::timestamptz - interval '1 day'
     and not ${isRecorded(`'${expiredKey('')}' || qr_payments.id`)}`

/** A code that nobody paid in time. */
export interface ExpiredCode {
  id: string
  amountMinor: number
  currency: Currency
  from: string
  at: Date
}

/**
 * Such codes, held until the transaction ends against a payment of them that is reported at this moment; one
 * that is being stored is left out.
 */
export async function lockExpired(tx: Tx, memberId: string, now: Date): Promise<ExpiredCode[]> {
  const given = [memberId, now]
  await rawQuery(tx, `${expiredCodes('$1', '$2')} for share skip locked`, given)
  // Rows that were stored before they were held are seen only by a second statement.
  return rawQuery(tx, `${expiredCodes('$1', '$2')} for share skip locked`, given)
}

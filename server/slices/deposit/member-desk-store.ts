import type { MemberEntry } from '../../desk/queue.ts'
import { isInReview } from '../../outside/review.ts'
import { type Db, rawQuery } from '../../platform/database.ts'

/**
 * A member's deposits that wait at the desk, at most `limit` of each kind. One query; each part of it reads the member's
 * open rows only.
 */
export const selectDeskOf = (db: Db, memberId: string, limit: number): Promise<MemberEntry[]> =>
  rawQuery(
    db,
    `(select 'slip' as queue, id, created_at as "createdAt", amount_minor as "amountMinor", currency
      from slips where member_id = $1 and status = 'PENDING' and desk_reason is not null order by id desc limit $2)
     union all
     (select 'manual-deposit', id, created_at, amount_minor, currency
      from manual_deposits where member_id = $1 and state = 'PENDING' limit $2)
     union all
     (select case state when 'waiting' then 'qr-payment' else 'bank-twin' end,
        case state when 'waiting' then id::text end, received_at, amount_minor, currency
      from qr_events where member_id = $1 and state in ('waiting', 'in-doubt') order by id desc limit $2)
     union all
     (select 'return', 'qr-' || id, received_at, amount_minor, currency
      from qr_events where member_id = $1 and state = 'returning' order by id desc limit $2)
     union all
     (select case state when 'returning' then 'return' else 'bank-twin' end,
        case state when 'returning' then 'bank-' || id end, received_at, amount_minor, currency
      from bank_transfers where member_id = $1 and state in ('in-doubt', 'returning') limit $2)
     union all
     (select 'gift', id, created_at, amount_minor, currency
      from gifts where member_id = $1 and state in ('CLAIMED', 'REDEEMING') and ${isInReview('gift', 'gifts.id')}
      limit $2)`,
    [memberId, limit],
  )

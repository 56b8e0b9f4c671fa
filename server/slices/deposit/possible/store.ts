import type { Currency } from '@krapao/contract/money.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Db, rawQuery } from '../../../platform/database.ts'

/**
 * What is read of a sender's past and of what members said, so that a person can say whose money it is. All
 * of it bounded.
 */

/** How many members each kind of sign may bring. */
const atMost = 20
/** How long before and after a transfer a member may have said something about it. */
const nearSeconds = 86_400

/** A sign that money may be a member's: a slip, an announcement or an open code. */
export interface Said {
  memberId: string
  sign: 'SENT_SLIP' | 'ANNOUNCED' | 'QR_OPEN'
  at: Date
}

/**
 * Members who showed a slip with the reference, announced the amount within a day of the transfer, or had a
 * QR code of the amount open when it was made; of each kind the last ones.
 */
export function selectSaid(
  db: Db,
  {
    currency,
    amountMinor,
    reference,
    at,
  }: { currency: Currency; amountMinor: number; reference: string | null; at: Date },
): Promise<Said[]> {
  return rawQuery(
    db,
    `(select member_id as "memberId", 'SENT_SLIP' as sign, created_at as at from slips
      where reference = $1 and currency = $2 order by created_at desc limit ${atMost})
     union all
     (select member_id, 'ANNOUNCED', created_at from manual_deposits
      where state = 'PENDING' and currency = $2 and amount_minor = $3 and created_at between $5 and $6
      order by created_at desc limit ${atMost})
     union all
     (select member_id, 'QR_OPEN', created_at from qr_payments
      where state = 'OPEN' and currency = $2 and amount_minor = $3 and expires_at >= $4 and created_at <= $4
      order by expires_at limit ${atMost})`,
    [reference, currency, amountMinor, at, addSeconds(at, -nearSeconds), addSeconds(at, nearSeconds)],
  )
}

import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery } from '../../../platform/database.ts'

/** What is to be returned: a bank transfer, or a payment at a gateway. */
export interface ReturnId {
  kind: 'bank' | 'qr'
  number: number
}

const returning = `select 'bank' as kind, id as number, received_at from bank_transfers where state = 'returning'
  union all select 'qr', id, received_at from qr_events where state = 'returning'`

/** Returns that are not sent yet, transfers first, each kind by age; those after the one named. */
export const listReturning = (db: Db, after: ReturnId | undefined, limit: number): Promise<ReturnId[]> =>
  rawQuery(
    db,
    `select kind, number from (${returning}) r where (kind, number) > ($1, $2::bigint)
     order by kind, number limit $3`,
    [after?.kind ?? '', after?.number ?? 0, limit],
  )

export async function countReturning(db: Db): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(db, `select count(*) as count from (${returning}) r`, [])
  return row?.count ?? 0
}

/** What the house owes to senders whom nobody knows, by house account; `amountMinor` in its currency. */
export const selectOwed = (
  db: Db,
): Promise<{ account: string; currency: Currency; amountMinor: number; items: number; since: Date }[]> =>
  rawQuery(
    db,
    `select name as account, asset as currency, sum(amount_minor)::bigint as "amountMinor", sum(items)::bigint as items,
       min(since) as since
     from suspense_owed group by name, asset order by name, asset`,
    [],
  )

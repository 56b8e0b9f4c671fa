import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery } from '../../../platform/database.ts'

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

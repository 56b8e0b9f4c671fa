import type { Currency } from '@krapao/contract/money.ts'
import { type InReview, inReview, reviewColumns } from '../../outside/review.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** A transfer in review: its hold, and what became of it where that is known. */
export interface TransferInReview extends InReview {
  /** Key of the hold. */
  key: string
  memberId: string
  asset: Currency
  /** What the hold moved. */
  amountMinor: number
  meta: { transferId: string; code: string; direction: 'in' | 'out'; providerUsername: string }
  heldAt: Date
  resolvedAs: 'posted' | 'voided' | null
}

const select = `select w.key, j.member_id as "memberId", a.asset, e.amount_minor as "amountMinor", j.meta,
    j.posted_at as "heldAt", r.phase as "resolvedAs", ${reviewColumns}
  from ${inReview('transfer')}
    join journals j on j.key = w.key
    join entries e on e.journal_id = j.id and e.amount_minor > 0
    join accounts a on a.id = e.account_id
    left join journals r on r.pending_id = j.id`

/** Oldest first, after the one of key `after`. */
export const selectInReview = (
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<TransferInReview[]> =>
  rawQuery(
    db,
    `${select} where $1::text is null or j.id > (select id from journals where key = $1) order by j.id limit $2`,
    [after ?? null, limit],
  )

export async function findInReview(handle: Db | Tx, key: string): Promise<TransferInReview | undefined> {
  const [row] = await rawQuery<TransferInReview>(handle, `${select} where w.key = $1`, [key])
  return row
}

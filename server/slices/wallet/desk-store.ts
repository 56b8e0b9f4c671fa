import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** A transfer on the operator's desk: its hold, and what became of it where that is known. */
export interface TransferOnDesk {
  /** Key of the hold. */
  key: string
  memberId: string
  asset: 'THB' | 'LAK'
  /** What the hold moved. */
  amountMinor: number
  meta: { transferId: string; code: string; direction: 'in' | 'out'; providerUsername: string }
  lastAnswer: string | null
  heldAt: Date
  resolvedAs: 'posted' | 'voided' | null
}

const select = `select f.key, j.member_id as "memberId", a.asset, e.amount_minor as "amountMinor", j.meta,
    f.last_reason as "lastAnswer", j.posted_at as "heldAt", r.phase as "resolvedAs"
  from transfer_followups f
    join journals j on j.key = f.key
    join entries e on e.journal_id = j.id and e.amount_minor > 0
    join accounts a on a.id = e.account_id
    left join journals r on r.pending_id = j.id
  where f.on_desk`

export async function countOnDesk(db: Db): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    'select count(*) as count from transfer_followups where on_desk',
  )
  return row?.count ?? 0
}

/** Oldest first, after the one of key `after`. */
export const selectOnDesk = (db: Db, after: string | undefined, limit: number): Promise<TransferOnDesk[]> =>
  rawQuery(
    db,
    `${select} and ($1::text is null or j.id > (select id from journals where key = $1)) order by j.id limit $2`,
    [after ?? null, limit],
  )

export async function findOnDesk(handle: Db | Tx, key: string): Promise<TransferOnDesk | undefined> {
  const [row] = await rawQuery<TransferOnDesk>(handle, `${select} and f.key = $1`, [key])
  return row
}

/** @returns whether it was still there */
export async function takeFromDesk(tx: Tx, key: string): Promise<boolean> {
  const taken = await rawQuery(
    tx,
    'delete from transfer_followups where key = $1 and on_desk returning key',
    [key],
  )
  return taken.length === 1
}

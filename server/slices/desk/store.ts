import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { Verdict } from '../../platform/desk.ts'

export interface VerdictRow {
  item_id: string
  verdict: Verdict
  operator_id: string
  operator_name: string
  reason: string
  at: Date
  member_id: string | null
  amount_minor: number | null
}

/** Verdicts about items that wait for another one, the first first. */
export function listVerdicts(handle: Db | Tx, queue: string, itemIds: string[]): Promise<VerdictRow[]> {
  return rawQuery<VerdictRow>(
    handle,
    `select a.item_id, a.verdict, a.operator_id, o.name as operator_name, a.reason, a.at, a.member_id, a.amount_minor
     from desk_approvals a join operators o on o.id = a.operator_id
     where a.queue = $1 and a.item_id = any($2::text[])
     order by a.at, a.operator_id`,
    [queue, itemIds],
  )
}

export async function insertVerdict(
  tx: Tx,
  said: {
    queue: string
    itemId: string
    verdict: Verdict
    operatorId: string
    reason: string
    at: Date
    memberId: string | null
    amountMinor: number | null
  },
): Promise<void> {
  await rawQuery(
    tx,
    `insert into desk_approvals (queue, item_id, operator_id, reason, at, member_id, amount_minor, verdict)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      said.queue,
      said.itemId,
      said.operatorId,
      said.reason,
      said.at,
      said.memberId,
      said.amountMinor,
      said.verdict,
    ],
  )
}

export async function deleteVerdicts(tx: Tx, queue: string, itemId: string): Promise<void> {
  await rawQuery(tx, 'delete from desk_approvals where queue = $1 and item_id = $2', [queue, itemId])
}

/** Decisions about one item wait for each other until the end of the transaction, on every node. */
export async function lockItem(tx: Tx, queue: string, itemId: string): Promise<void> {
  await rawQuery(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`desk:${queue}:${itemId}`])
}

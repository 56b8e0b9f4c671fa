import type { Currency } from '@krapao/contract/money.ts'
import type { Desk } from '../../desk/items.ts'
import type { Reversible, Waiting } from '../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** Requests to take a decided item's credit or payment back (docs/decisions/0020). */
export interface ReversalRow {
  id: number
  queue: string
  itemId: string
  journalKey: string
  memberId: string
  currency: Currency
  amountMinor: number
  state: 'WAITING' | 'DONE' | 'REFUSED'
  reason: string
  askedBy: string
  askedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

const columns = `id, queue, item_id as "itemId", journal_key as "journalKey", member_id as "memberId", currency,
  amount_minor as "amountMinor", state, reason, asked_by as "askedBy", asked_at as "askedAt", decided_by as "decidedBy",
  decided_at as "decidedAt"`

const select = (handle: Db | Tx, where: string, values: unknown[]): Promise<ReversalRow[]> =>
  rawQuery(handle, `select ${columns} from reversals where ${where}`, values)

/** @returns its id; undefined if a request for this journal already waits, or took effect */
export async function insertReversal(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  request: Omit<Reversible, 'evidence'> &
    Pick<ReversalRow, 'queue' | 'itemId' | 'reason' | 'askedBy' | 'askedAt'>,
): Promise<number | undefined> {
  const [row] = await rawQuery<{ id: number }>(
    tx,
    `insert into reversals (queue, item_id, journal_key, member_id, currency, amount_minor, state, reason, asked_by, asked_at)
     values ($1, $2, $3, $4, $5, $6, 'WAITING', $7, $8, $9)
     on conflict (journal_key) where state <> 'REFUSED' do nothing returning id`,
    [
      request.queue,
      request.itemId,
      request.journalKey,
      request.memberId,
      request.currency,
      request.amountMinor,
      request.reason,
      request.askedBy,
      request.askedAt,
    ],
  )
  if (row) desk.changed(tx, 'reversal', [row.id])
  return row?.id
}

export const waitingReversals: Waiting = {
  subject: 'reversal',
  key: 'id',
  keyType: 'bigint',
  at: 'asked_at',
  memberId: 'member_id',
  amountMinor: 'amount_minor',
  currency: 'currency',
  words: `concat_ws(' ', id, item_id)`,
  from: 'reversals',
  where: `state = 'WAITING'`,
}

/** Those of these that wait. */
export const selectWaiting = (db: Db, ids: number[]): Promise<ReversalRow[]> =>
  select(db, `state = 'WAITING' and id = any($1::bigint[])`, [ids])

export async function findReversal(db: Db, id: number): Promise<ReversalRow | undefined> {
  const [row] = await select(db, 'id = $1', [id])
  return row
}

/** The request for a journal that waits, or took effect. */
export async function findByJournal(db: Db, journalKey: string): Promise<ReversalRow | undefined> {
  const [row] = await select(db, `journal_key = $1 and state <> 'REFUSED'`, [journalKey])
  return row
}

/** The last request for an item, with any outcome. */
export async function findByItem(db: Db, queue: string, itemId: string): Promise<ReversalRow | undefined> {
  const [row] = await select(db, 'queue = $1 and item_id = $2 order by id desc limit 1', [queue, itemId])
  return row
}

/**
 * Ends a waiting request; of several callers at once one does. @returns it; undefined if it no longer waits
 */
export async function endReversal(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  id: number,
  end: { state: 'DONE' | 'REFUSED'; operatorId: string; at: Date },
): Promise<ReversalRow | undefined> {
  const [row] = await rawQuery<ReversalRow>(
    tx,
    `update reversals set state = $2, decided_by = $3, decided_at = $4 where id = $1 and state = 'WAITING'
     returning ${columns}`,
    [id, end.state, end.operatorId, end.at],
  )
  if (row) desk.changed(tx, 'reversal', [id])
  return row
}

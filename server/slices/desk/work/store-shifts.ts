import type { ShiftSummary } from '@krapao/contract/slices/desk/work/subject.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** Shifts (rules.md §17.9). */

export interface ShiftRow {
  shiftId: number
  operatorId: string
  openedAt: Date
  closedAt: Date | null
  note: string
  /** Null while it is open. */
  summary: ShiftSummary | null
}
const columns = `id as "shiftId", operator_id as "operatorId", opened_at as "openedAt", closed_at as "closedAt", note,
  summary`

/** Opens a shift, unless one of the operator's is open. @returns whether it is new */
export async function insertShift(tx: Tx, operatorId: string, now: Date): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into desk_shifts (operator_id, opened_at) values ($1, $2)
     on conflict (operator_id) where closed_at is null do nothing returning id`,
    [operatorId, now],
  )
  return rows.length > 0
}

/** The open shift; `lock` in a transaction that closes it. */
export async function findOpenShift(
  handle: Db | Tx,
  operatorId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ShiftRow | undefined> {
  const [row] = await rawQuery<ShiftRow>(
    handle,
    `select ${columns} from desk_shifts where operator_id = $1 and closed_at is null ${lock ? 'for update' : ''}`,
    [operatorId],
  )
  return row
}

export async function saveClosed(
  tx: Tx,
  { shiftId, closedAt, note, summary }: Pick<ShiftRow, 'shiftId' | 'note' | 'summary' | 'closedAt'>,
): Promise<void> {
  await rawQuery(
    tx,
    'update desk_shifts set closed_at = $2, note = $3, summary = $4::jsonb where id = $1 and closed_at is null',
    [shiftId, closedAt, note, JSON.stringify(summary)],
  )
}

/** Closed shifts, newest first. */
export const selectClosed = (
  db: Db,
  { before, limit }: { before?: { at: Date; id: number }; limit: number },
): Promise<ShiftRow[]> =>
  rawQuery(
    db,
    `select ${columns} from desk_shifts where closed_at is not null
       and ($1::timestamptz is null or (closed_at, id) < ($1, $2::bigint))
     order by closed_at desc, id desc limit $3`,
    [before?.at ?? null, before?.id ?? 0, limit],
  )

/** The subjects that an operator holds at a moment. */
export async function countHeld(
  handle: Db | Tx,
  operatorId: string,
  now: Date,
): Promise<{ claimed: number; assigned: number; snoozed: number }> {
  const [row] = await rawQuery<{ claimed: number; assigned: number; snoozed: number }>(
    handle,
    `select (select count(*)::int from desk_claims where operator_id = $1 and until > $2) as claimed,
       (select count(*)::int from desk_assignments where operator_id = $1) as assigned,
       (select count(*)::int from desk_snoozes where operator_id = $1 and until > $2) as snoozed`,
    [operatorId, now],
  )
  return row ?? { claimed: 0, assigned: 0, snoozed: 0 }
}

/** How much is snoozed, by anybody. */
export async function countSnoozed(db: Db, now: Date): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    `select count(*)::int as count from desk_snoozes z where z.until > $1 and (z.queue = 'chat'
       or exists (select from desk_items i where i.queue = z.queue and i.id = z.item_id))`,
    [now],
  )
  return row?.count ?? 0
}

/** Ends all claims and assignments of an operator. */
export async function deleteHeld(tx: Tx, operatorId: string): Promise<void> {
  await rawQuery(tx, 'delete from desk_claims where operator_id = $1', [operatorId])
  await rawQuery(tx, 'delete from desk_assignments where operator_id = $1', [operatorId])
}

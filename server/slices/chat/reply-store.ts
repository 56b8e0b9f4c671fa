import type { CannedReply } from '@krapao/contract/slices/chat/canned-reply.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** The canned replies (rules.md §12.5). */

export type Said = Pick<CannedReply, 'shortcut' | 'texts'>

export interface ReplyRow extends Said {
  id: string
  version: number
  /** Null: made with the demo. */
  updatedBy: string | null
  updatedAt: Date
  /** The text that waits for a second person; null: none does. */
  waiting: (Said & { newHosts: string[]; by: string; at: Date }) | null
}

type StoredRow = Omit<ReplyRow, 'waiting'> & {
  waiting: Said | null
  waitingHosts: string[]
  waitingBy: string | null
  waitingAt: Date | null
}

const columns = `id, shortcut, texts, version, updated_by as "updatedBy", updated_at as "updatedAt", waiting,
  waiting_hosts as "waitingHosts", waiting_by as "waitingBy", waiting_at as "waitingAt"`

const toRow = ({ waiting, waitingHosts, waitingBy, waitingAt, ...row }: StoredRow): ReplyRow => ({
  ...row,
  waiting:
    waiting && waitingBy !== null && waitingAt
      ? { ...waiting, newHosts: waitingHosts, by: waitingBy, at: waitingAt }
      : null,
})

const valuesOf = ({ id, shortcut, texts, version, updatedBy, updatedAt, waiting }: ReplyRow): unknown[] => [
  id,
  shortcut,
  JSON.stringify(texts),
  version,
  updatedBy,
  updatedAt,
  waiting && JSON.stringify({ shortcut: waiting.shortcut, texts: waiting.texts }),
  waiting?.newHosts ?? [],
  waiting?.by ?? null,
  waiting?.at ?? null,
]

export const selectReplies = async (db: Db, limit: number): Promise<ReplyRow[]> =>
  (
    await rawQuery<StoredRow>(db, `select ${columns} from chat_replies order by shortcut limit $1`, [limit])
  ).map(toRow)

export async function countReplies(tx: Tx): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(tx, 'select count(*)::int as count from chat_replies')
  return row?.count ?? 0
}

/** A reply, locked until the transaction ends. */
export async function lockReply(tx: Tx, id: string): Promise<ReplyRow | undefined> {
  const [row] = await rawQuery<StoredRow>(
    tx,
    `select ${columns} from chat_replies where id = $1 for update`,
    [id],
  )
  return row && toRow(row)
}

/** @returns whether it was added; false: another reply has its shortcut */
export async function insertReply(db: Db | Tx, reply: ReplyRow): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `insert into chat_replies (id, shortcut, texts, version, updated_by, updated_at, waiting, waiting_hosts,
       waiting_by, waiting_at)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7::jsonb, $8::text[], $9, $10) on conflict (shortcut) do nothing
     returning id`,
    valuesOf(reply),
  )
  return rows.length === 1
}

/** Whether a reply other than this one has the shortcut. */
export async function isShortcutTaken(tx: Tx, shortcut: string, id: string): Promise<boolean> {
  const rows = await rawQuery(tx, 'select id from chat_replies where shortcut = $1 and id <> $2', [
    shortcut,
    id,
  ])
  return rows.length > 0
}

export async function updateReply(tx: Tx, reply: ReplyRow): Promise<void> {
  await rawQuery(
    tx,
    `update chat_replies set shortcut = $2, texts = $3::jsonb, version = $4, updated_by = $5, updated_at = $6,
       waiting = $7::jsonb, waiting_hosts = $8::text[], waiting_by = $9, waiting_at = $10
     where id = $1`,
    valuesOf(reply),
  )
}

export async function deleteReply(tx: Tx, id: string): Promise<void> {
  await rawQuery(tx, 'delete from chat_replies where id = $1', [id])
}

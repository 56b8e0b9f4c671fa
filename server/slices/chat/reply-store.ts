import type { CannedReply } from '@krapao/contract/slices/chat/canned-reply.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** The canned replies (rules.md §12.5). */

export interface ReplyRow {
  id: string
  shortcut: string
  texts: CannedReply['texts']
  version: number
  /** Null: made with the demo. */
  updatedBy: string | null
  updatedAt: Date
}

const columns = 'id, shortcut, texts, version, updated_by as "updatedBy", updated_at as "updatedAt"'

export const selectReplies = (db: Db, limit: number): Promise<ReplyRow[]> =>
  rawQuery<ReplyRow>(db, `select ${columns} from chat_replies order by shortcut limit $1`, [limit])

export async function countReplies(tx: Tx): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(tx, 'select count(*)::int as count from chat_replies')
  return row?.count ?? 0
}

/** A reply, locked until the transaction ends. */
export async function lockReply(tx: Tx, id: string): Promise<ReplyRow | undefined> {
  const [row] = await rawQuery<ReplyRow>(tx, `select ${columns} from chat_replies where id = $1 for update`, [
    id,
  ])
  return row
}

/** @returns whether it was added; false: another reply has its shortcut */
export async function insertReply(db: Db | Tx, reply: ReplyRow): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `insert into chat_replies (id, shortcut, texts, version, updated_by, updated_at)
     values ($1, $2, $3::jsonb, $4, $5, $6) on conflict (shortcut) do nothing returning id`,
    [reply.id, reply.shortcut, JSON.stringify(reply.texts), reply.version, reply.updatedBy, reply.updatedAt],
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
    `update chat_replies set shortcut = $2, texts = $3::jsonb, version = $4, updated_by = $5, updated_at = $6
     where id = $1`,
    [reply.id, reply.shortcut, JSON.stringify(reply.texts), reply.version, reply.updatedBy, reply.updatedAt],
  )
}

export async function deleteReply(tx: Tx, id: string): Promise<void> {
  await rawQuery(tx, 'delete from chat_replies where id = $1', [id])
}

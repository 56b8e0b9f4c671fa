import { chat } from '@krapao/contract/limits.ts'
import { addReply } from '@krapao/contract/slices/chat/add-reply.ts'
import type { CannedReply } from '@krapao/contract/slices/chat/canned-reply.ts'
import { changeReply } from '@krapao/contract/slices/chat/change-reply.ts'
import { listReplies } from '@krapao/contract/slices/chat/list-replies.ts'
import { removeReply } from '@krapao/contract/slices/chat/remove-reply.ts'
import type { AuditAction } from '@krapao/contract/slices/operator/audit-actions.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { FastifyInstance } from 'fastify'
import { type Tx, transaction } from '../../platform/database.ts'
import { mount, type OperatorCaller } from '../../platform/http.ts'
import { takeLock } from '../../platform/locks.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { audit, lockOperators, selectOperators } from '../operator/public.ts'
import {
  countReplies,
  deleteReply,
  insertReply,
  isShortcutTaken,
  lockReply,
  type ReplyRow,
  selectReplies,
  updateReply,
} from './reply-store.ts'

type Said = Pick<CannedReply, 'shortcut' | 'texts'>

/** The calls for the texts that operators insert into their answers (rules.md §12.5). */
export function mountReplies(app: FastifyInstance, context: Context): void {
  const { gate, db } = context
  mount(app, gate, listReplies, async () => ({
    replies: await toReplies(context, await selectReplies(db, chat.replies)),
  }))
  mount(app, gate, addReply, ({ caller, body }) => add(context, caller, body))
  mount(app, gate, changeReply, ({ caller, params, body }) => change(context, caller, params.id, body))
  mount(app, gate, removeReply, async ({ caller, params, query }) => {
    await remove(context, caller, params.id, Number(query.version))
    return { message: 'OK' as const }
  })
}

/** @throws Refusal `CHAT_REPLY_EMPTY`, `CHAT_REPLIES_FULL`, `CHAT_REPLY_TAKEN` */
async function add(context: Context, { operatorId }: OperatorCaller, said: Said): Promise<CannedReply> {
  const row: ReplyRow = {
    id: `cr${randomLetters(16)}`,
    shortcut: said.shortcut,
    texts: trimmed(said.texts),
    version: 1,
    updatedBy: operatorId,
    updatedAt: context.clock.now(),
  }
  await transaction(context.db, async (tx) => {
    await requireEditor(tx, operatorId)
    await takeLock(tx, 'chatReplies')
    if ((await countReplies(tx)) >= chat.replies) throw new Refusal('CHAT_REPLIES_FULL')
    if (!(await insertReply(tx, row))) throw new Refusal('CHAT_REPLY_TAKEN')
    await note(context, tx, 'chat.reply-added', row, { to: inOneText(row) })
  })
  return toReply(context, row)
}

/** @throws Refusal `NO_DATA`, `CHAT_REPLY_EMPTY`, `CHAT_REPLY_TAKEN`, `CHAT_REPLY_CHANGED` with the reply as `latest` */
async function change(
  context: Context,
  { operatorId }: OperatorCaller,
  id: string,
  { basedOn, ...said }: Said & { basedOn: number },
): Promise<CannedReply> {
  const texts = trimmed(said.texts)
  const row = await unlessChanged(context, async (tx) => {
    await requireEditor(tx, operatorId)
    await takeLock(tx, 'chatReplies')
    const before = await findUnchanged(tx, id, basedOn)
    if (await isShortcutTaken(tx, said.shortcut, id)) throw new Refusal('CHAT_REPLY_TAKEN')
    const after = {
      ...before,
      shortcut: said.shortcut,
      texts,
      version: basedOn + 1,
      updatedBy: operatorId,
      updatedAt: context.clock.now(),
    }
    await updateReply(tx, after)
    await note(context, tx, 'chat.reply-changed', after, { from: inOneText(before), to: inOneText(after) })
    return after
  })
  return toReply(context, row)
}

/** @throws Refusal `NO_DATA`, `CHAT_REPLY_CHANGED` with the reply as `latest` */
async function remove(
  context: Context,
  { operatorId }: OperatorCaller,
  id: string,
  version: number,
): Promise<void> {
  await unlessChanged(context, async (tx) => {
    await requireEditor(tx, operatorId)
    const row = await findUnchanged(tx, id, version)
    await deleteReply(tx, id)
    await note(context, tx, 'chat.reply-removed', { ...row, updatedBy: operatorId }, { from: inOneText(row) })
  })
}

/** Somebody else has changed the reply since the operator saw it. */
class Changed extends Error {
  readonly latest: ReplyRow

  constructor(latest: ReplyRow) {
    super('changed')
    this.latest = latest
  }
}

/** The reply, locked. @throws Changed, Refusal `NO_DATA` */
async function findUnchanged(tx: Tx, id: string, version: number): Promise<ReplyRow> {
  const row = await lockReply(tx, id)
  if (!row) throw new Refusal('NO_DATA')
  if (row.version !== version) throw new Changed(row)
  return row
}

async function unlessChanged<T>(context: Context, act: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(context.db, act)
  } catch (error) {
    if (!(error instanceof Changed)) throw error
    throw new Refusal('CHAT_REPLY_CHANGED', { latest: await toReply(context, error.latest) })
  }
}

/** @throws Refusal `INACTIVE_USER`, `FORBIDDEN` */
async function requireEditor(tx: Tx, operatorId: string): Promise<void> {
  const [operator] = await lockOperators(tx, [operatorId])
  if (!operator?.isActive) throw new Refusal('INACTIVE_USER')
  if (!may(operator.role, 'editReplies')) throw new Refusal('FORBIDDEN')
}

/** @throws Refusal `CHAT_REPLY_EMPTY` if no language has a text */
function trimmed({ th, la, en }: CannedReply['texts']): CannedReply['texts'] {
  const texts = { th: th.trim(), la: la.trim(), en: en.trim() }
  if (!texts.th && !texts.la && !texts.en) throw new Refusal('CHAT_REPLY_EMPTY')
  return texts
}

/** The texts of a reply for the audit log, which keeps them because a reply may have misinformed customers. */
const inOneText = ({ shortcut, texts }: Said): string =>
  [`/${shortcut}`, ...Object.values(texts).filter((text) => text !== '')].join('\n')

const note = (
  context: Context,
  tx: Tx,
  action: AuditAction,
  { shortcut, updatedBy: operatorId }: ReplyRow,
  details: { from?: string; to?: string },
) => audit(context, tx, { operatorId, action, subject: `chat-reply:${shortcut}`, details })

async function toReplies({ db }: Context, rows: ReplyRow[]): Promise<CannedReply[]> {
  const ids = [...new Set(rows.flatMap(({ updatedBy }) => updatedBy ?? []))]
  const names = new Map((await selectOperators(db, ids)).map(({ id, name }) => [id, name]))
  return rows.map(({ id, shortcut, texts, version, updatedBy, updatedAt }) => ({
    _id: id,
    shortcut,
    texts,
    version,
    operator: updatedBy === null ? null : { _id: updatedBy, name: names.get(updatedBy) ?? updatedBy },
    at: updatedAt.toISOString(),
  }))
}

async function toReply(context: Context, row: ReplyRow): Promise<CannedReply> {
  const [reply] = await toReplies(context, [row])
  if (!reply) throw new Error('the reply is not shown')
  return reply
}

import { inEachLanguage } from '@krapao/contract/languages.ts'
import { chat } from '@krapao/contract/limits.ts'
import { addReply } from '@krapao/contract/slices/chat/add-reply.ts'
import { approveReply } from '@krapao/contract/slices/chat/approve-reply.ts'
import type { CannedReply } from '@krapao/contract/slices/chat/canned-reply.ts'
import { changeReply } from '@krapao/contract/slices/chat/change-reply.ts'
import { listReplies } from '@krapao/contract/slices/chat/list-replies.ts'
import { refuseReply } from '@krapao/contract/slices/chat/refuse-reply.ts'
import { removeReply } from '@krapao/contract/slices/chat/remove-reply.ts'
import type { AuditAction, AuditDetails } from '@krapao/contract/slices/operator/audit-actions.ts'
import type { FastifyInstance } from 'fastify'
import { type Tx, transaction } from '../../platform/database.ts'
import { mount, type OperatorCaller } from '../../platform/http.ts'
import { takeLock } from '../../platform/locks.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { audit, lockActing, selectOperators } from '../operator/public.ts'
import { insertApprovedHosts } from './host-store.ts'
import { hostsOfReply } from './hosts.ts'
import {
  countReplies,
  deleteReply,
  insertReply,
  isShortcutTaken,
  lockReply,
  type ReplyRow,
  type Said,
  selectReplies,
  updateReply,
} from './reply-store.ts'
import { newHostsOf, requireSecondPerson } from './second-person.ts'

/** The texts of a reply of which nothing was approved yet. */
const unsaid = inEachLanguage(() => '')

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
  mount(app, gate, approveReply, ({ caller, params, body }) => approve(context, caller, params.id, body))
  mount(app, gate, refuseReply, async ({ caller, params, body }) => {
    await refuse(context, caller, params.id, body)
    return { message: 'OK' as const }
  })
}

/** @throws Refusal `CHAT_REPLY_EMPTY`, `CHAT_REPLIES_FULL`, `CHAT_REPLY_TAKEN` */
async function add(context: Context, caller: OperatorCaller, said: Said): Promise<CannedReply> {
  const { operatorId } = caller
  const texts = trimmed(said.texts)
  const row = await changing(context, async (tx) => {
    await lockActing(tx, caller, 'editReplies')
    if ((await countReplies(tx)) >= chat.replies) throw new Refusal('CHAT_REPLIES_FULL')
    const before: ReplyRow = {
      id: `cr${randomLetters(16)}`,
      shortcut: said.shortcut,
      texts: unsaid,
      version: 0,
      updatedBy: operatorId,
      updatedAt: context.clock.now(),
      waiting: null,
    }
    const added = await saidOn(context, tx, before, { shortcut: said.shortcut, texts, operatorId })
    if (!(await insertReply(tx, added))) throw new Refusal('CHAT_REPLY_TAKEN')
    await note(context, tx, 'chat.reply-added', { ...added, operatorId }, changeIn(undefined, added))
    return added
  })
  return toReply(context, row)
}

/**
 * @throws Refusal `NO_DATA`, `CHAT_REPLY_EMPTY`, `CHAT_REPLY_TAKEN`, `CHAT_REPLY_CHANGED` with the reply as
 *   `latest`
 */
async function change(
  context: Context,
  caller: OperatorCaller,
  id: string,
  { basedOn, ...said }: Said & { basedOn: number },
): Promise<CannedReply> {
  const { operatorId } = caller
  const texts = trimmed(said.texts)
  const row = await changing(context, async (tx) => {
    await lockActing(tx, caller, 'editReplies')
    const before = await findUnchanged(tx, id, basedOn)
    if (await isShortcutTaken(tx, said.shortcut, id)) throw new Refusal('CHAT_REPLY_TAKEN')
    const after = await saidOn(context, tx, before, { shortcut: said.shortcut, texts, operatorId })
    await updateReply(tx, after)
    await note(context, tx, 'chat.reply-changed', { ...after, operatorId }, changeIn(before, after))
    return after
  })
  return toReply(context, row)
}

/** @throws Refusal `NO_DATA`, `CHAT_REPLY_CHANGED` with the reply as `latest` */
async function remove(context: Context, caller: OperatorCaller, id: string, version: number): Promise<void> {
  const { operatorId } = caller
  await changing(context, async (tx) => {
    await lockActing(tx, caller, 'editReplies')
    const row = await findUnchanged(tx, id, version)
    await deleteReply(tx, id)
    await note(context, tx, 'chat.reply-removed', { ...row, operatorId }, { from: inOneText(row) })
  })
}

interface Decision {
  version: number
  reason: string
}

/**
 * Puts the waiting text of a reply in force, with the hosts that were shown with it.
 * @throws Refusal `NO_DATA`, `CHAT_REPLY_CHANGED` with the reply as `latest`, `ALREADY_DECIDED`,
 *   `SECOND_OPERATOR`, `AUTHOR_INACTIVE`, `OPERATORS_TIED`, `CONFIRM_IDENTITY`, `CHAT_REPLY_TAKEN`
 */
async function approve(
  context: Context,
  caller: OperatorCaller,
  id: string,
  { version, reason }: Decision,
): Promise<CannedReply> {
  const { operatorId } = caller
  const row = await changing(context, async (tx) => {
    const { before, waiting, people } = await findWaiting(tx, caller, id, version)
    await requireSecondPerson(context, tx, caller, { author: waiting.by, people, right: 'editReplies' })
    if (await isShortcutTaken(tx, waiting.shortcut, id)) throw new Refusal('CHAT_REPLY_TAKEN')
    await insertApprovedHosts(tx, waiting.newHosts, { by: operatorId, at: context.clock.now() })
    const { shortcut, texts, by, at } = waiting
    const after = { ...before, shortcut, texts, updatedBy: by, updatedAt: at, waiting: null }
    await updateReply(tx, after)
    const details = { from: inOneText(before), to: inOneText(after), newHosts: waiting.newHosts }
    await note(context, tx, 'chat.reply-approved', { ...after, operatorId, reason }, details)
    return after
  })
  return toReply(context, row)
}

/**
 * Throws away the waiting text of a reply; a reply without any approved text is removed.
 * @throws Refusal `NO_DATA`, `CHAT_REPLY_CHANGED` with the reply as `latest`, `ALREADY_DECIDED`
 */
async function refuse(
  context: Context,
  caller: OperatorCaller,
  id: string,
  { version, reason }: Decision,
): Promise<void> {
  const { operatorId } = caller
  await changing(context, async (tx) => {
    const { before, waiting } = await findWaiting(tx, caller, id, version)
    if (isUnsaid(before)) await deleteReply(tx, id)
    else await updateReply(tx, { ...before, waiting: null })
    const details = { to: inOneText(waiting), newHosts: waiting.newHosts }
    await note(context, tx, 'chat.reply-refused', { ...before, operatorId, reason }, details)
  })
}

/**
 * The waiting text of a reply, with caller and author locked. @throws as `findUnchanged`, and
 * `ALREADY_DECIDED` where nothing waits
 */
async function findWaiting(tx: Tx, caller: OperatorCaller, id: string, version: number) {
  const before = await lockReply(tx, id)
  const people = await lockActing(tx, caller, 'decideChatTexts', before?.waiting ? [before.waiting.by] : [])
  if (!before) throw new Refusal('NO_DATA')
  if (before.version !== version) throw new Changed(before)
  const { waiting } = before
  if (!waiting) throw new Refusal('ALREADY_DECIDED')
  return { before, waiting, people }
}

const isUnsaid = ({ texts }: Pick<Said, 'texts'>): boolean =>
  Object.values(texts).every((text) => text === '')

/**
 * A reply after somebody has written it: in force at once, or waiting where it leads to a new foreign host.
 */
async function saidOn(
  context: Context,
  tx: Tx,
  before: ReplyRow,
  { shortcut, texts, operatorId }: Said & { operatorId: string },
): Promise<ReplyRow> {
  const at = context.clock.now()
  const hosts = hostsOfReply(texts)
  const newHosts = await newHostsOf(context, tx, { hosts, inForce: hostsOfReply(before.texts) })
  const next = { ...before, version: before.version + 1 }
  return newHosts.length > 0
    ? { ...next, waiting: { shortcut, texts, newHosts, by: operatorId, at } }
    : { ...next, shortcut, texts, updatedBy: operatorId, updatedAt: at, waiting: null }
}

/** A change of a reply as the audit log keeps it. */
const changeIn = (before: ReplyRow | undefined, { waiting, ...after }: ReplyRow): AuditDetails => ({
  ...(before && { from: inOneText(before) }),
  to: inOneText(waiting ?? after),
  ...(waiting && { newHosts: waiting.newHosts }),
})

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

/** Changes replies, one after the other; the lock comes before people, as everywhere. */
async function changing<T>(context: Context, act: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(context.db, async (tx) => {
      await takeLock(tx, 'chatTexts')
      return act(tx)
    })
  } catch (error) {
    if (!(error instanceof Changed)) throw error
    throw new Refusal('CHAT_REPLY_CHANGED', { latest: await toReply(context, error.latest) })
  }
}

/** @throws Refusal `CHAT_REPLY_EMPTY` if no language has a text */
function trimmed(given: CannedReply['texts']): CannedReply['texts'] {
  const texts = inEachLanguage((language) => given[language].trim())
  if (Object.values(texts).every((text) => text === '')) throw new Refusal('CHAT_REPLY_EMPTY')
  return texts
}

/**
 * The texts of a reply for the audit log, which keeps them because a reply may have misinformed customers.
 */
const inOneText = ({ shortcut, texts }: Said): string =>
  [`/${shortcut}`, ...Object.values(texts).filter((text) => text !== '')].join('\n')

const note = (
  context: Context,
  tx: Tx,
  action: AuditAction,
  { shortcut, operatorId, reason }: { shortcut: string; operatorId: string; reason?: string },
  details: AuditDetails,
) =>
  audit(context, tx, {
    operatorId,
    action,
    subject: `chat-reply:${shortcut}`,
    ...(reason !== undefined && { reason: reason.trim() }),
    details,
  })

async function toReplies({ db }: Context, rows: ReplyRow[]): Promise<CannedReply[]> {
  const ids = [
    ...new Set(rows.flatMap(({ updatedBy, waiting }) => [updatedBy ?? [], waiting?.by ?? []].flat())),
  ]
  const names = new Map((await selectOperators(db, ids)).map(({ id, name }) => [id, name]))
  const person = (id: string) => ({ _id: id, name: names.get(id) ?? id })
  return rows.map(({ id, shortcut, texts, version, updatedBy, updatedAt, waiting }) => ({
    _id: id,
    shortcut,
    texts,
    version,
    operator: updatedBy === null ? null : person(updatedBy),
    at: updatedAt.toISOString(),
    waiting: waiting && {
      shortcut: waiting.shortcut,
      texts: waiting.texts,
      newHosts: waiting.newHosts,
      operator: person(waiting.by),
      at: waiting.at.toISOString(),
    },
  }))
}

async function toReply(context: Context, row: ReplyRow): Promise<CannedReply> {
  const [reply] = await toReplies(context, [row])
  if (!reply) throw new Error('the reply is not shown')
  return reply
}

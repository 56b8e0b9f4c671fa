import { chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import type { SentMessage } from '@krapao/contract/slices/chat/message.ts'
import type { StaffChat } from '@krapao/contract/slices/chat/staff-chat.ts'
import { may, rights } from '@krapao/contract/slices/operator/roles.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  deskMember,
  findMember,
  searchAccountEnds,
  searchMembers,
  searchPhoneEnds,
} from '../account/public.ts'
import type { Context } from '../context.ts'
import {
  admitNumberSearch,
  audit,
  auditLooks,
  lockOperators,
  selectActive,
  selectOperators,
} from '../operator/public.ts'
import { notifyMember } from '../push/public.ts'
import { announce, namesOf, shown, toConversation } from './messages.ts'
import { closedFrom, closedUntil } from './rules.ts'
import { isOpenNow, sameMessage, toStored } from './send.ts'
import { noteEnd, noteSessions } from './session-store.ts'
import {
  countWaiting,
  findChat,
  type ListedRow,
  lockChat,
  markStaffRead,
  selectChats,
  selectChatsOf,
  type View,
} from './staff-store.ts'
import {
  type ConversationRow,
  customerKey,
  findSent,
  insertMessages,
  lockConversations,
  type MessageRow,
  saveConversations,
  selectAfter,
  selectUpTo,
} from './store.ts'

/** The acts of operators in the chat (rules.md §12). */

const pageOf = { chats: 30, messages: 50 }

/** Under whose name an operator's uploads are kept. */
export const staffOwner = ({ operatorId }: OperatorCaller): string => `operator:${operatorId}`

/** A page of conversations, and how many wait. */
export async function listStaffChats(
  context: Context,
  caller: OperatorCaller,
  { view, after }: { view: View; after?: string },
) {
  const { db } = context
  const now = context.clock.now()
  const place = after === undefined ? undefined : readPlace(after)
  const rows = await selectChats(db, view, {
    operatorId: caller.operatorId,
    now,
    limit: pageOf.chats + 1,
    ...(place && { after: place }),
  })
  const page = rows.slice(0, pageOf.chats)
  const [chats, { waiting, since }] = await Promise.all([toStaffChats(context, page), countWaiting(db, now)])
  await auditLooks(context, caller, looksAt(chats))
  const last = rows.length > pageOf.chats ? page.at(-1) : undefined
  const at = last && (view === 'waiting' ? last.waitingSince : last.lastAt)
  return {
    chats,
    next: last && at ? `${at.toISOString()}_${last.id}` : null,
    waiting,
    waitingSince: since?.toISOString() ?? null,
  }
}

/** Most members with a number of the typed end that are looked at, of phone and of account numbers each. */
const atMostEnds = 20

/**
 * Conversations of the members whom a search finds, and the one whose id or visitor's id it is; at most 40,
 * the newest first.
 * @returns `hasMoreEnds`: more members have a number with the typed end than were looked at
 * @throws Refusal as `admitNumberSearch`
 */
export async function findStaffChats(context: Context, caller: OperatorCaller, search: string) {
  await admitNumberSearch(context, caller, 'chats', search)
  const { database } = context
  const seesNumbers = may(caller.role, 'seeNumbers')
  const [found, ...ends] = await Promise.all([
    searchMembers(context, search, seesNumbers),
    searchPhoneEnds(database, search, seesNumbers),
    searchAccountEnds(database, search, seesNumbers),
  ])
  const looked = ends.map((ids) => ids.slice(0, atMostEnds))
  const memberIds = [...new Set([...found.map(({ id }) => id), ...looked.flat()])]
  const hasMoreEnds = ends.flat().some((id) => !memberIds.includes(id))
  const rows = await selectChatsOf(context.db, memberIds, search.trim().toLowerCase())
  const chats = await toStaffChats(context, rows)
  await auditLooks(context, caller, looksAt(chats))
  return { chats, hasMoreEnds }
}

/** How many wait, and whether the staff answer now. */
export async function countStaffChats(context: Context) {
  const { db, settings } = context
  const now = context.clock.now()
  const [{ waiting, since, last }, isOpen, from, until] = await Promise.all([
    countWaiting(db, now),
    isOpenNow(context),
    settings.get(closedFrom),
    settings.get(closedUntil),
  ])
  return {
    waiting,
    firstSince: since?.toISOString() ?? null,
    lastSince: last?.toISOString() ?? null,
    isOpen,
    closedFrom: from,
    closedUntil: until,
  }
}

/** The operators who may answer. */
export async function listAnswerers({ db }: Context) {
  const operators = await selectActive(db, rights.answerChats)
  return { operators: operators.map(({ id, name }) => ({ _id: id, name })) }
}

/** @throws Refusal `INVALID_REQUEST` */
function readPlace(text: string): { at: Date; id: string } {
  const [, time = '', id = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_(cv[a-z2-7]{16})$/.exec(text) ?? []
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) {
    throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'after', reason: 'not the next of a page' }] })
  }
  return { at, id }
}

/** @throws Refusal `NO_DATA` */
export async function readStaffChat(
  context: Context,
  caller: OperatorCaller,
  id: string,
  { before, after }: { before?: number; after?: number },
) {
  const { db } = context
  const row = await findChat(db, id)
  if (!row) throw new Refusal('NO_DATA')
  const [chat] = await toStaffChats(context, [row])
  if (!chat) throw new Refusal('NO_DATA')
  await auditLooks(context, caller, looksAt([chat]))
  const limit = pageOf.messages
  const rows =
    after === undefined
      ? (await selectUpTo(db, id, { upTo: (before ?? row.lastNumber + 1) - 1, limit })).reverse()
      : await selectAfter(db, id, { after, limit })
  const names = await namesOf(context, rows)
  return { chat, messages: rows.map((message) => toConversation(context, row, message, names)) }
}

const looksAt = (chats: StaffChat[]) =>
  chats.flatMap(({ member }) => (member ? [{ memberId: member._id }] : []))

async function toStaffChats(context: Context, rows: ListedRow[]): Promise<StaffChat[]> {
  const operatorIds = [...new Set(rows.flatMap(({ operatorId }) => operatorId ?? []))]
  const [operators, members] = await Promise.all([
    operatorIds.length > 0 ? selectOperators(context.db, operatorIds) : [],
    Promise.all(rows.map(({ memberId }) => (memberId === null ? undefined : findMember(context, memberId)))),
  ])
  const names = new Map(operators.map(({ id, name }) => [id, name]))
  return rows.map((row, i) => ({
    _id: row.id,
    member: members[i] ? deskMember(members[i]) : null,
    guestId: row.guestId,
    language: row.language,
    state: row.state,
    operator: row.operatorId ? { _id: row.operatorId, name: names.get(row.operatorId) ?? '' } : null,
    session_id: row.sessionId,
    last: row.lastNumber,
    lastAt: row.lastAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    readByCustomer: row.customerRead,
    readByOperator: row.operatorRead,
    unread: row.unread,
    preview: row.preview && shown(context, row.preview),
  }))
}

/**
 * Adds an operator's message. The first to answer is the one who answers the conversation; an answer in an
 * ended session opens it again.
 * @throws Refusal `NO_DATA`, `CHAT_FILE_UNKNOWN`, `IDEMPOTENCY_CONFLICT`
 */
export async function sendAsOperator(
  context: Context,
  caller: OperatorCaller,
  id: string,
  { clientId, message }: { clientId: string; message: SentMessage },
): Promise<MessageRow> {
  const { clock, db } = context
  return transaction(db, async (tx) => {
    const chat = await lockChat(tx, id)
    if (!chat) throw new Refusal('NO_DATA')
    const stored = await toStored(tx, staffOwner(caller), id, message)
    const [sent] = await findSent(tx, caller.operatorId, [{ conversationId: id, clientId }])
    if (sent) return sameMessage(sent, stored)
    const now = clock.now()
    const row: MessageRow = {
      number: chat.lastNumber + 1,
      sender: caller.operatorId,
      clientId,
      sessionId: chat.sessionId,
      message: stored,
      createdAt: now,
    }
    await insertMessages(tx, [{ ...row, conversationId: id }])
    const changed: Partial<ConversationRow> = {
      state: 'open',
      operatorId: chat.operatorId ?? caller.operatorId,
      lastNumber: row.number,
      lastAt: now,
      operatorRead: row.number,
      waitingSince: null,
    }
    await saveConversations(tx, [{ ...chat, ...changed }])
    if (chat.state !== 'open') {
      const { operatorId } = caller
      await noteSessions(tx, [{ id: chat.sessionId, conversationId: id, at: now, operatorId }])
    }
    announce(context, tx, chat, [row], new Map([[caller.operatorId, caller.name]]))
    if (chat.memberId) {
      notifyMember(context, chat.memberId, { key: `chat:${id}:${row.number}`, kind: 'chat' }, tx)
    }
    return row
  })
}

/**
 * The conversation of a member, made if there is none. It is the bot's until somebody writes.
 * @throws Refusal `NO_DATA` there is no such member
 */
export async function beginChat(context: Context, memberId: string): Promise<{ id: string }> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_DATA')
  const { db, clock } = context
  const language = member.currency === 'LAK' ? 'la' : 'th'
  const [chat] = await transaction(db, (tx) =>
    lockConversations(tx, [{ customer: { memberId, guestId: null }, language }], clock.now()),
  )
  if (!chat) throw new Refusal('NO_DATA')
  return { id: chat.id }
}

/**
 * Gives a conversation to an operator, or to nobody.
 * @throws Refusal `NO_DATA`, `INACTIVE_USER` if that operator may not answer
 */
export const assign = (
  context: Context,
  caller: OperatorCaller,
  id: string,
  operatorId: string | null,
): Promise<StaffChat> =>
  change(context, id, async (tx, chat) => {
    if (operatorId !== null) {
      const [operator] = await lockOperators(tx, [operatorId])
      if (!operator?.isActive || !may(operator.role, 'answerChats')) throw new Refusal('INACTIVE_USER')
    }
    if (chat.operatorId === operatorId) return undefined
    const details = { ...(operatorId !== null && { operatorId }) }
    await audit(context, tx, {
      operatorId: caller.operatorId,
      action: 'chat.assigned',
      subject: `chat:${id}`,
      details,
    })
    return { operatorId }
  })

/** Ends the session that the operator looks at. Another one, or one that has ended, stays as it is. */
export const endSession = (
  context: Context,
  caller: OperatorCaller,
  id: string,
  sessionId: string,
): Promise<StaffChat> =>
  change(context, id, async (tx, chat) => {
    if (chat.sessionId !== sessionId || chat.state === 'ended') return undefined
    await audit(context, tx, {
      operatorId: caller.operatorId,
      action: 'chat.ended',
      subject: `chat:${id}`,
      details: {},
    })
    await noteEnd(tx, sessionId, context.clock.now())
    return { state: 'ended', waitingSince: null, operatorRead: chat.lastNumber }
  })

/**
 * Changes a conversation in a transaction, and notifies both sides. `decide` answers the changes, if there
 * are any.
 */
async function change(
  context: Context,
  id: string,
  decide: (
    tx: Parameters<Parameters<typeof transaction>[1]>[0],
    chat: ConversationRow,
  ) => Promise<Partial<ConversationRow> | undefined>,
): Promise<StaffChat> {
  await transaction(context.db, async (tx) => {
    const chat = await lockChat(tx, id)
    if (!chat) throw new Refusal('NO_DATA')
    const changed = await decide(tx, chat)
    if (!changed) return
    await saveConversations(tx, [{ ...chat, ...changed }])
    tx.afterCommit(() => {
      context.sockets.emit(chatRoom(customerKey(chat)), 'changed')
      context.sockets.emit(consoleRoom, 'chat-changed', id)
    })
  })
  const row = await findChat(context.db, id)
  const [answer] = row ? await toStaffChats(context, [row]) : []
  if (!answer) throw new Refusal('NO_DATA')
  return answer
}

/** Notes what the staff have read, and shows it to the customer. */
export async function readAsOperator(context: Context, id: string, upTo: number): Promise<void> {
  const read = await markStaffRead(context.db, id, upTo)
  if (!read) return
  context.sockets.emit(chatRoom(customerKey(read)), 'messages-read', read.operatorRead)
  context.sockets.emit(consoleRoom, 'chat-changed', id)
}

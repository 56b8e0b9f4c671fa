import { isClosed } from '@krapao/contract/closing-hours.ts'
import { answerOfBot } from '@krapao/contract/slices/chat/answer-of-bot.ts'
import type { SentMessage } from '@krapao/contract/slices/chat/message.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { Customer, Language } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { botContent } from './bot.ts'
import { fileOwner } from './media.ts'
import { announce } from './messages.ts'
import { beginsSession, closedFrom, closedUntil, sessionHours } from './rules.ts'
import { noteSession } from './session-store.ts'
import {
  type ConversationRow,
  findSent,
  insertMessages,
  lockConversation,
  type MessageRow,
  newSessionId,
  type StoredMessage,
  saveConversation,
  takeFile,
} from './store.ts'

/** Whether the staff answer now (rules.md §12.4). */
export async function isOpenNow({ settings, clock }: Context): Promise<boolean> {
  const hours = { closedFrom: await settings.get(closedFrom), closedUntil: await settings.get(closedUntil) }
  return !isClosed(hours, clock.now())
}

/**
 * Adds a customer's message, and with it in one transaction what the bot answers. A message that is sent again under its
 * client id is found and not added; its bot's answer stands as well.
 * @throws Refusal `CHAT_FILE_UNKNOWN`, and `IDEMPOTENCY_CONFLICT` if the id was used for another message
 */
export async function sendAsCustomer(
  context: Context,
  customer: Customer,
  given: { clientId: string; message: SentMessage; language: Language },
): Promise<MessageRow> {
  const { clock, db, settings } = context
  const { clientId, message, language } = given
  const [bot, isOpen, hours] = await Promise.all([
    botContent(context),
    isOpenNow(context),
    settings.get(sessionHours),
  ])
  return transaction(db, async (tx) => {
    const now = clock.now()
    const conversation = await lockConversation(tx, customer, { language, now })
    const stored = await toStored(tx, fileOwner(customer), conversation.id, message)
    const sent = await findSent(tx, conversation.id, 'customer', clientId)
    if (sent) return sameMessage(sent, stored)

    const isNew = conversation.lastNumber === 0 || beginsSession(conversation, now, hours)
    const sessionId = isNew && conversation.lastNumber > 0 ? newSessionId() : conversation.sessionId
    const state = isNew ? 'bot' : conversation.state
    const answer =
      state === 'bot' ? answerOfBot(bot, message, { language, isOpen }) : { replies: [], handsOver: false }
    const common = { sessionId, createdAt: now }
    const own: MessageRow = {
      ...common,
      number: conversation.lastNumber + 1,
      sender: 'customer',
      clientId,
      message: stored,
    }
    const replies = answer.replies.map(
      (reply, i): MessageRow => ({
        ...common,
        number: own.number + 1 + i,
        sender: 'bot',
        clientId: `${clientId}-${i + 1}`,
        message: reply,
      }),
    )
    await insertMessages(tx, conversation.id, [own, ...replies])
    const waits = state !== 'bot' || answer.handsOver
    await saveConversation(tx, {
      ...conversation,
      language,
      sessionId,
      state: state === 'bot' && answer.handsOver ? 'waiting' : state,
      operatorId: isNew ? null : conversation.operatorId,
      lastNumber: own.number + replies.length,
      lastAt: now,
      customerRead: own.number,
      waitingSince: waits ? (isNew ? now : (conversation.waitingSince ?? now)) : null,
    })
    if (isNew || answer.handsOver) {
      const news = { id: sessionId, conversationId: conversation.id, at: now, asked: waits }
      await noteSession(tx, news)
    }
    announce(context, tx, conversation, [own, ...replies])
    return own
  })
}

/** The message as it is kept: of media what was uploaded. */
export async function toStored(
  tx: Tx,
  owner: string,
  conversationId: ConversationRow['id'],
  message: SentMessage,
): Promise<StoredMessage> {
  if (message.message_type !== 'media') return message
  const file = await takeFile(tx, { name: message.payload.filePath, owner, conversationId })
  if (!file) throw new Refusal('CHAT_FILE_UNKNOWN')
  const { kind, name, label, size, width, height } = file
  return {
    message_type: 'media',
    payload: { fileType: kind, file: name, name: label, size, width, height },
  }
}

/** @throws Refusal `IDEMPOTENCY_CONFLICT` */
export function sameMessage(sent: MessageRow, again: StoredMessage): MessageRow {
  if (textOf(sent.message) !== textOf(again)) throw new Refusal('IDEMPOTENCY_CONFLICT')
  return sent
}

/** A message as one text; the order of a stored message's fields is the database's own. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

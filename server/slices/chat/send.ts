import { type ClosingHours, isClosed } from '@krapao/contract/closing-hours.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { answerOfBot } from '@krapao/contract/slices/chat/answer-of-bot.ts'
import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { SentMessage } from '@krapao/contract/slices/chat/message.ts'
import { type Batcher, inRounds } from '../../platform/batcher.ts'
import type { Tx } from '../../platform/database.ts'
import { groupCommit } from '../../platform/group-commit.ts'
import type { Customer } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { chatBotOf } from './bot.ts'
import { fileOwner } from './media.ts'
import { announce } from './messages.ts'
import { beginsSession, closedFrom, closedUntil, sessionHours } from './rules.ts'
import { noteSessions } from './session-store.ts'
import {
  type ConversationRow,
  customerKey,
  findSent,
  insertMessages,
  lockConversations,
  type MessageRow,
  newSessionId,
  type StoredMessage,
  saveConversations,
  takeFile,
} from './store.ts'

/** When nobody of the staff answers (rules.md §12.4). */
export const closingHours = async ({ settings }: Pick<Context, 'settings'>): Promise<ClosingHours> => ({
  closedFrom: await settings.get(closedFrom),
  closedUntil: await settings.get(closedUntil),
})

/** Whether the staff answer now (rules.md §12.4). */
export const isOpenNow = async (context: Pick<Context, 'settings' | 'clock'>): Promise<boolean> =>
  !isClosed(await closingHours(context), context.clock.now())

/** A message that a customer sends. The bot answers in `language`. */
export interface Sending {
  customer: Customer
  clientId: string
  message: SentMessage
  language: Language
}

/** The facts on which the answers to a batch of messages depend. */
interface Facts {
  bot: BotContent
  isOpen: boolean
  hours: number
}

declare module '../context.ts' {
  interface Services {
    /**
     * Adds a customer's message, and with it in one transaction what the bot answers. A message that is sent
     * again under its client id is found; neither it nor the bot's answer is added again.
     * @throws Refusal `CHAT_FILE_UNKNOWN`, and `IDEMPOTENCY_CONFLICT` if the id was used for another message
     */
    sendAsCustomer: Batcher<Sending, MessageRow>
  }
}

type Means = Pick<Context, 'clock' | 'db' | 'files' | 'settings' | 'sockets'>

/**
 * Messages of several customers that arrive together are stored together: an evening begins with thousands of
 * them.
 */
export function chatServices(context: Means) {
  const chatBot = chatBotOf(context)
  const read = async (): Promise<Facts> => {
    const [content, isOpen, hours] = await Promise.all([
      chatBot.get(),
      isOpenNow(context),
      context.settings.get(sessionHours),
    ])
    return { bot: content, isOpen, hours }
  }
  return {
    chatBot,
    sendAsCustomer: groupCommit<Sending, MessageRow, Facts>(
      context.db,
      (tx, sendings, facts) => addAll(context, tx, sendings, facts),
      { read },
    ),
  }
}

async function addAll(context: Means, tx: Tx, sendings: Sending[], facts: Facts): Promise<MessageRow[]> {
  const stored = new Map<Sending, MessageRow>()
  for (const round of inRounds(sendings, ({ customer }) => customerKey(customer))) {
    const now = context.clock.now()
    const conversations = await lockConversations(tx, round, now)
    const places = round.flatMap((sending, i) => {
      const conversation = conversations[i]
      return conversation ? [{ sending, conversation }] : []
    })
    const sent = await findSent(
      tx,
      'customer',
      places.map(({ sending, conversation }) => ({
        conversationId: conversation.id,
        clientId: sending.clientId,
      })),
    )
    const added: ReturnType<typeof answered>[] = []
    for (const [i, { sending, conversation }] of places.entries()) {
      const message = await toStored(tx, fileOwner(sending.customer), conversation.id, sending.message)
      const earlier = sent[i]
      if (earlier) stored.set(sending, sameMessage(earlier, message))
      else {
        const answer = answered(conversation, sending, message, facts, now)
        added.push(answer)
        stored.set(sending, answer.own)
      }
    }
    if (added.length === 0) continue
    await insertMessages(
      tx,
      added.flatMap(({ conversation: { id }, own, replies }) =>
        [own, ...replies].map((row) => ({ ...row, conversationId: id })),
      ),
    )
    await saveConversations(
      tx,
      added.map(({ conversation }) => conversation),
    )
    await noteSessions(
      tx,
      added.flatMap(({ news }) => news ?? []),
    )
    for (const { conversation, own, replies } of added) announce(context, tx, conversation, [own, ...replies])
  }
  return sendings.map((sending) => {
    const row = stored.get(sending)
    if (!row) throw new Error('a message was neither found nor added')
    return row
  })
}

/** A message with the bot's answers, and the conversation as they leave it. */
function answered(
  conversation: ConversationRow,
  { clientId, message, language }: Sending,
  stored: StoredMessage,
  { bot, isOpen, hours }: Facts,
  now: Date,
) {
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
  const waits = state !== 'bot' || answer.handsOver
  const after: ConversationRow = {
    ...conversation,
    language,
    sessionId,
    state: state === 'bot' && answer.handsOver ? 'waiting' : state,
    operatorId: isNew ? null : conversation.operatorId,
    lastNumber: own.number + replies.length,
    lastAt: now,
    customerRead: own.number,
    waitingSince: waits ? (isNew ? now : (conversation.waitingSince ?? now)) : null,
  }
  const news =
    isNew || answer.handsOver
      ? { id: sessionId, conversationId: conversation.id, at: now, asked: waits }
      : undefined
  return { own, replies, conversation: after, news }
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
      ? Object.fromEntries(Object.entries(inner).sort(([name], [other]) => (name < other ? -1 : 1)))
      : inner,
  )

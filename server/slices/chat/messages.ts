import { chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import type { ChatMessage, Conversation } from '@krapao/contract/slices/chat/message.ts'
import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { selectOperators } from '../operator/public.ts'
import { type ConversationRow, customerKey, type MessageRow, type StoredMessage } from './store.ts'

/** Messages as customers and operators see them, and the news of them. */

type Whose = Pick<ConversationRow, 'id' | 'memberId' | 'guestId'>

/** The message of a row as it is answered; the link to a file opens it for ten minutes. */
export function shown({ files }: Pick<Context, 'files'>, message: StoredMessage): ChatMessage {
  if (message.message_type !== 'media') return message
  const { file, ...about } = message.payload
  return {
    message_type: 'media',
    payload: { ...about, message: '', url: true, filePath: files.link(file) },
  }
}

/** @param names of operators, by id */
export const toConversation = (
  context: Pick<Context, 'files'>,
  whose: Pick<Whose, 'memberId' | 'guestId'>,
  row: MessageRow,
  names: ReadonlyMap<string, string>,
): Conversation => {
  const isStaff = row.sender !== 'customer' && row.sender !== 'bot'
  return {
    sender: isStaff ? 'operator' : (row.sender as 'customer' | 'bot'),
    message: shown(context, row.message),
    userId: whose.memberId,
    guestId: whose.guestId,
    name: isStaff ? (names.get(row.sender) ?? '') : '',
    clientId: row.clientId,
    number: row.number,
    session_id: row.sessionId,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The names of the operators who wrote some messages. */
export async function namesOf(
  { db }: Pick<Context, 'db'>,
  rows: Pick<MessageRow, 'sender'>[],
): Promise<Map<string, string>> {
  const ids = new Set(
    rows.map(({ sender }) => sender).filter((sender) => sender !== 'customer' && sender !== 'bot'),
  )
  if (ids.size === 0) return new Map()
  return new Map((await selectOperators(db, [...ids])).map(({ id, name }) => [id, name]))
}

/** Notifies the customer and the console of new messages once they are committed. */
export function announce(
  context: Pick<Context, 'files' | 'sockets'>,
  tx: Tx,
  whose: Whose,
  rows: MessageRow[],
  names: ReadonlyMap<string, string> = new Map(),
): void {
  tx.afterCommit(() => {
    const room = chatRoom(customerKey(whose))
    for (const row of rows)
      context.sockets.emit(room, 'messaging', toConversation(context, whose, row, names))
    context.sockets.emit(consoleRoom, 'chat-changed', whose.id)
  })
}

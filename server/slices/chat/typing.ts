import { chatPrefix, chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { Typing } from '../../platform/sockets.ts'
import type { Context } from '../context.ts'
import { operatorOfSession } from '../operator/public.ts'
import { findChat } from './staff-store.ts'
import { customerKey, findConversation } from './store.ts'

/**
 * Passes on that somebody is writing (rules.md §12.7): a customer to the operators, an operator who may
 * answer to the customer and the colleagues. Nothing is stored, and a caller that has joined no room is not
 * heard.
 */
export async function passOnTyping(context: Context, { rooms, conversationId }: Typing): Promise<void> {
  const session = rooms.get(consoleRoom)
  if (session !== undefined) return staffTypes(context, session, conversationId)
  for (const room of rooms.keys()) {
    if (room.startsWith(`${chatPrefix}-`)) await customerTypes(context, room.slice(chatPrefix.length + 1))
  }
}

/** A member's id and a visitor's are of different kinds, so one of the two finds the conversation or none. */
async function customerTypes({ db, sockets }: Context, id: string): Promise<void> {
  const found =
    (await findConversation(db, { memberId: id, guestId: null })) ??
    (await findConversation(db, { memberId: null, guestId: id }))
  if (found) sockets.emit(consoleRoom, 'chat-typing', found.id, null)
}

async function staffTypes(context: Context, session: string, conversationId: unknown): Promise<void> {
  if (typeof conversationId !== 'string' || !/^cv[a-z2-7]{16}$/.test(conversationId)) return
  const operator = await operatorOfSession(context, session)
  if (!operator || !may(operator.role, 'answerChats')) return
  const chat = await findChat(context.db, conversationId)
  if (!chat) return
  const { id, name } = operator
  context.sockets.emit(chatRoom(customerKey(chat)), 'staff-typing', name)
  context.sockets.emit(consoleRoom, 'chat-typing', conversationId, { _id: id, name })
}

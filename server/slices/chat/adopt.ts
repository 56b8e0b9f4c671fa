import { chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import { transaction } from '../../platform/database.ts'
import type { Language } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { guestOf } from './guests.ts'
import { lockConversation, lockFound, moveMessages, saveConversation } from './store.ts'

/**
 * Takes over what a member wrote as a visitor: the visitor's messages follow the member's own. An unknown token, and one
 * that has no messages, changes nothing.
 */
export async function adopt(
  context: Context,
  memberId: string,
  { guestToken, language }: { guestToken: string; language: Language },
): Promise<void> {
  const guestId = guestOf(context, guestToken)
  if (guestId === undefined) return
  await transaction(context.db, async (tx) => {
    const visitors = await lockFound(tx, { memberId: null, guestId })
    if (!visitors) return
    const customer = { memberId, guestId: null }
    const members = await lockConversation(tx, customer, { language, now: context.clock.now() })
    const count = await moveMessages(tx, visitors, members)
    const isMembersNewer = members.lastNumber > 0 && visitors.lastAt < members.lastAt
    const { language: last, state, operatorId, sessionId, lastAt } = isMembersNewer ? members : visitors
    await saveConversation(tx, {
      ...members,
      language: last,
      state,
      operatorId,
      sessionId,
      lastAt,
      lastNumber: members.lastNumber + count,
      waitingSince: earlier(visitors.waitingSince, members.waitingSince),
    })
    tx.afterCommit(() => {
      context.sockets.emit(chatRoom(memberId), 'changed')
      context.sockets.emit(consoleRoom, 'chat-changed', members.id)
    })
  })
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)

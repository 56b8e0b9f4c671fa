import { chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import { transaction } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { guestOf } from './guests.ts'
import { giveToMember, lockBoth, moveMessages, saveConversation } from './store.ts'

/**
 * Takes over what a member wrote as a visitor: the visitor's conversation becomes the member's, or its messages follow the
 * member's own. An unknown token, and one that has no messages, changes nothing.
 */
export async function adopt(context: Context, memberId: string, guestToken: string): Promise<void> {
  const guestId = guestOf(context, guestToken)
  if (guestId === undefined) return
  await transaction(context.db, async (tx) => {
    const { visitors, members } = await lockBoth(tx, guestId, memberId)
    if (!visitors) return
    if (!members) await giveToMember(tx, visitors.id, memberId)
    else {
      const count = await moveMessages(tx, visitors, members)
      const isOlder = visitors.lastAt < members.lastAt
      const leading = isOlder ? members : visitors
      await saveConversation(tx, {
        ...members,
        language: leading.language,
        state: leading.state,
        operatorId: leading.operatorId,
        sessionId: leading.sessionId,
        lastAt: leading.lastAt,
        lastNumber: members.lastNumber + count,
        waitingSince: earlier(visitors.waitingSince, members.waitingSince),
      })
    }
    tx.afterCommit(() => {
      context.sockets.emit(chatRoom(memberId), 'changed')
      context.sockets.emit(consoleRoom, 'chat-changed', (members ?? visitors).id)
    })
  })
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)

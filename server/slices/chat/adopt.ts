import { chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import { untilAlone } from '../../platform/until-alone.ts'
import type { Context } from '../context.ts'
import { guestOf } from './guests.ts'
import { giveToMember, lockConversations, lockFound, moveMessages, saveConversations } from './store.ts'

/**
 * Takes over what a member wrote as a visitor: the visitor's messages follow the member's own. An unknown
 * token, and one that has no messages, changes nothing.
 */
export async function adopt(
  context: Context,
  memberId: string,
  { guestToken, language }: { guestToken: string; language: Language },
): Promise<void> {
  const guestId = guestOf(context, guestToken)
  if (guestId === undefined) return
  const take = async (tx: Tx) => {
    const visitors = await lockFound(tx, { memberId: null, guestId })
    if (!visitors) return
    const customer = { memberId, guestId: null }
    const [members] = await lockConversations(tx, [{ customer, language }], context.clock.now())
    if (!members) return
    if (members.lastNumber === 0) {
      // The operator who answers the visitor goes on answering under the same address.
      await giveToMember(tx, visitors.id, { memberId, instead: members.id })
      return notifyBoth(context, tx, memberId, visitors.id)
    }
    const count = await moveMessages(tx, visitors, members)
    const isMembersNewer = members.lastNumber > 0 && visitors.lastAt < members.lastAt
    const { language: last, state, operatorId, sessionId, lastAt } = isMembersNewer ? members : visitors
    const lastNumber = members.lastNumber + count
    const waitingSince = earlier(visitors.waitingSince, members.waitingSince)
    const changed = { language: last, state, operatorId, sessionId, lastAt, lastNumber, waitingSince }
    await saveConversations(tx, [{ ...members, ...changed }])
    notifyBoth(context, tx, memberId, members.id)
  }
  // It locks two conversations, and messages that are stored at that moment may have locked both the other
  // way round.
  await untilAlone(() => transaction(context.db, take))
}

/** Notifies the member and the console once the transaction has committed. */
function notifyBoth({ sockets }: Context, tx: Tx, memberId: string, conversationId: string): void {
  tx.afterCommit(() => {
    sockets.emit(chatRoom(memberId), 'changed')
    sockets.emit(consoleRoom, 'chat-changed', conversationId)
  })
}

const earlier = (at: Date | null, other: Date | null): Date | null =>
  at && other ? (at < other ? at : other) : (at ?? other)

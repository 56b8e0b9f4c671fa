import { addSeconds } from '../../../platform/clock.ts'
import { nextQuestion } from '../../../platform/follow-up.ts'
import type { Context } from '../../context.ts'
import { carryOn, holdSeconds, offDesk, refuse } from './redeem.ts'
import { giftFollowUp } from './rules.ts'
import { dueGifts, postponeGift, takeGift } from './store.ts'

/** Most gifts asked about in one sweep, all at once. */
const most = 32

/**
 * Asks the wallet what became of gifts that it has not answered for, and goes on with those that a node died over
 * (rules.md §5.4). Each question is taken in the database first, so any number of nodes may sweep.
 */
export async function followUpGifts(context: Context): Promise<void> {
  const due = await dueGifts(context.db, context.clock.now(), most)
  await Promise.all(
    due.map((id) =>
      followUp(context, id).catch((error) =>
        context.log.error({ err: error, giftId: id }, 'gift not followed up'),
      ),
    ),
  )
}

async function followUp(context: Context, id: string): Promise<void> {
  const { db, clock, settings } = context
  const gift = await takeGift(db, id, clock.now(), addSeconds(clock.now(), holdSeconds))
  if (!gift) return
  const standing = await carryOn(context, gift)
  if (standing.status !== 'PENDING' || standing.reason === offDesk) return
  const now = clock.now()
  const ageSeconds = (now.getTime() - gift.createdAt.getTime()) / 1000
  const { seconds, onDesk } = await nextQuestion(settings, giftFollowUp, {
    asked: gift.attempts + 1,
    ageSeconds,
  })
  if (onDesk && gift.state === 'CLAIMED') {
    // Nobody was ever asked to take it, so nothing can have moved.
    await refuse(context, gift, 'NOT_INSPECTED')
    return
  }
  await postponeGift(db, id, { at: addSeconds(now, seconds), onDesk, reason: standing.reason })
}

import { nextQuestion } from '../../../outside/follow-up.ts'
import { type Claim, claimDue, finish, postpone } from '../../../outside/work.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Context } from '../../context.ts'
import { claimSeconds, leftReview, refuse, resume } from './redeem.ts'
import { giftFollowUp } from './rules.ts'
import { findGift } from './store.ts'

/** Most gifts asked about in one sweep, all at once. */
const batchSize = 32

/**
 * Asks the wallet what became of gifts that it has not answered for, and goes on with those that a node died over
 * (rules.md §5.4). Each is claimed in the database first, so any number of nodes may sweep.
 */
export async function followUpGifts(context: Context): Promise<void> {
  const now = context.clock.now()
  const until = addSeconds(now, claimSeconds)
  const due = await claimDue(context.database, 'gift', { now, until, limit: batchSize })
  await Promise.all(
    due.map((claim) =>
      followUp(context, claim).catch((error) =>
        context.log.error({ err: error, giftId: claim.key }, 'gift not followed up'),
      ),
    ),
  )
}

async function followUp(context: Context, claim: Claim): Promise<void> {
  const { database, db, clock, settings } = context
  const gift = await findGift(db, claim.key)
  // One that a person refused is asked about as well, until the wallet says whether it took it.
  if (!gift || gift.state === 'CREDITED') return finish(db, 'gift', [claim.key])
  const held = { gift, claim, attempts: [] }
  const outcome = await resume(context, held)
  if (outcome.status !== 'PENDING' || outcome.reason === leftReview) return
  const now = clock.now()
  const ageSeconds = (now.getTime() - gift.createdAt.getTime()) / 1000
  const { seconds, inReview } = await nextQuestion(settings, giftFollowUp, {
    asked: claim.attempts + 1,
    ageSeconds,
  })
  if (inReview && gift.state === 'CLAIMED') {
    // Nobody was ever asked to take it, so nothing can have moved.
    await refuse(context, gift, 'NOT_INSPECTED')
    return
  }
  // A person has decided about a refused one.
  const next = {
    at: addSeconds(now, seconds),
    reason: outcome.reason,
    inReview: inReview && gift.state !== 'REFUSED',
  }
  await postpone(database, claim, next, held.attempts)
}

import { askLater, orLater, ownFailure } from '../../../outside/follow-up.ts'
import { type Claim, claimDue, finish } from '../../../outside/work.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { claimSeconds, type GiftInHand, type GiftOutcome, leftReview, refuse, resume } from './redeem.ts'
import { giftFollowUp } from './rules.ts'
import { findGift, type Gift } from './store.ts'

/** Most gifts asked about in one sweep, all at once. */
const batchSize = 32

/**
 * Asks the wallet how gifts ended that it has not answered for, and goes on with those that a node died over
 * (rules.md §5.4). Each is claimed in the database first, so any number of nodes may sweep.
 */
export async function followUpGifts(context: Context): Promise<void> {
  const due = await claimDue(context, 'gift', { seconds: claimSeconds, limit: batchSize })
  await Promise.all(
    due.map((claim) =>
      followUp(context, claim).catch((error) =>
        context.log.error({ err: error, giftId: claim.key }, 'gift not followed up'),
      ),
    ),
  )
}

async function followUp(context: Context, claim: Claim): Promise<void> {
  const gift = await findGift(context.db, claim.key)
  // One that a person refused is asked about as well, until the wallet says whether it took it.
  if (!gift || gift.state === 'CREDITED') {
    return transaction(context.db, (tx) => finish(context, tx, 'gift', [claim.key]))
  }
  const held = { gift, claim, attempts: [] }
  // A person has decided about a refused one, and of a claimed one nobody was asked to take it.
  const waiting = { followUp: giftFollowUp, since: gift.createdAt, mayReview: gift.state === 'REDEEMING' }
  const wait = (reason: string) => askLater(context, held, waiting, reason)
  await orLater(
    context.log,
    held,
    async () => {
      const outcome = await goOn(context, held)
      if (outcome.status !== 'PENDING' || outcome.reason === leftReview) return
      if (gift.state === 'CLAIMED' && (await isOld(context, gift))) {
        // Nobody was ever asked to take it, so nothing can have moved.
        await refuse(context, held, 'NOT_INSPECTED')
      } else await wait(outcome.reason)
    },
    wait,
  )
}

/** A failure before anybody was asked to take the gift is a wait like any other. */
const goOn = (context: Context, held: GiftInHand): Promise<GiftOutcome> =>
  resume(context, held).catch((error) => {
    if (held.gift.state !== 'CLAIMED') throw error
    context.log.error({ err: error, giftId: held.gift.id }, 'gift not inspected')
    return { status: 'PENDING', amountMinor: null, reason: ownFailure }
  })

/** Whether a gift is old enough for the desk. */
async function isOld({ clock, settings }: Context, { createdAt }: Gift): Promise<boolean> {
  return addSeconds(createdAt, await settings.get(giftFollowUp.deskAfter)) <= clock.now()
}

import { fromMinor } from '@krapao/contract/money.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../../desk/queue.ts'
import { endReview, type InReview, reviewQueue } from '../../../outside/review.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { notifyDepositsChanged, notifyRefused } from '../notify.ts'
import { creditDeposit } from '../posting.ts'
import { reversesGifts } from '../reports/reversal.ts'
import { giftEnd } from '../reports/review-ends.ts'
import { claimSeconds, giftAwaited, giftCredit, giftKey, recordRefused } from './redeem.ts'
import { lockGift, selectUncertain, type UncertainGift, waitingGifts } from './review-store.ts'
import { askAgain, settleGift } from './store.ts'

/**
 * Gifts of which the wallet has not said for an hour whether it took them (rules.md §5.4); it is asked on all
 * the while. Approving says that the gift is in the house's wallet and credits what it held; refusing says
 * that it is not, and releases the link. A refused one is asked about until the wallet says the same, and
 * credited if it says otherwise.
 */
export function giftDesk(context: Context): DeskQueue {
  const { db, clock } = context
  return {
    ...reversesGifts(context),
    ...reviewQueue(db, 'gift', selectUncertain, entryOf),
    waiting: [waitingGifts],
    refusalInDoubt: false,
    refusalByTwo: 'NOT_CARRIED_OUT',
    ended: (id) => giftEnd(db, id),
    async decide(tx, id, { choice, operatorId, reason, amountMinor: named }) {
      const gift = await lockGift(tx, id)
      if (!gift) throw new Refusal('NO_DATA')
      if (gift.state !== 'REDEEMING') throw new Refusal('ALREADY_DECIDED')
      if (!(await endReview(context, tx, { kind: 'gift', key: id }))) throw new Refusal('NO_DATA')
      const at = clock.now()
      if (choice === 'refuse') {
        await settleGift(tx, id, ['REDEEMING'], { state: 'REFUSED', at, operatorId, reason })
        // The person may be wrong, and a node that is asking the wallet right now may die: the wallet has the
        // last word.
        await askAgain(tx, clock, gift, claimSeconds)
        await recordRefused(tx, [gift], at)
        notifyRefused(context, gift, tx)
      } else {
        const amountMinor = gift.amountMinor ?? named
        if (!amountMinor) throw new Refusal('INVALID_AMOUNT')
        const journalKey = giftKey(gift)
        await settleGift(tx, id, ['REDEEMING'], {
          state: 'CREDITED',
          at,
          operatorId,
          amountMinor,
          journalKey,
        })
        await creditDeposit(context, tx, giftCredit(gift, amountMinor, { operatorId }), giftAwaited(gift))
      }
      notifyDepositsChanged(context, [gift.memberId], tx)
    },
  }
}

const entryOf = (gift: UncertainGift & InReview): DeskEntry => ({
  id: gift.id,
  createdAt: gift.createdAt.toISOString(),
  memberId: gift.memberId,
  amount: gift.amountMinor === null ? null : fromMinor(gift.amountMinor),
  currency: gift.currency,
  reason: gift.reviewReason,
  evidence: evidenceOf([
    ['giftId', gift.id],
    ['walletNo', gift.walletNo],
    ['lastAnswer', gift.lastReason],
  ]),
  picture: null,
})

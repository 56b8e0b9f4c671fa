import { fromMinor } from '@krapao/contract/money.ts'
import { redeemGift as redeemGiftCall } from '@krapao/contract/slices/deposit/gift/redeem-gift.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http.ts'
import type { Context } from '../../context.ts'
import { followUpGifts } from './follow-up.ts'
import { redeemGift } from './redeem.ts'
import { giftDesk } from './review.ts'

/** Gift links (rules.md §5.4). */
export function mountGifts(app: FastifyInstance, context: Context): void {
  mount(app, context.gate, redeemGiftCall, async ({ caller, body, idempotencyKey }) => {
    const { memberId } = caller
    const { status, amountMinor, giftId } = await redeemGift(context, memberId, body.link, idempotencyKey)
    return { status, amount: amountMinor === null ? null : fromMinor(amountMinor), giftId }
  })
  context.desk.add(giftDesk(context))
  context.jobs.sweep('follow-up-gifts', 2, () => followUpGifts(context))
}

import { redeemGift as contract } from '@krapao/contract/endpoints.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { redeemGift } from './gift.ts'
import { giftDesk } from './gift-desk.ts'
import { followUpGifts } from './gift-follow-up.ts'

/** Gift links (rules.md §5.4). */
export function mountGifts(app: FastifyInstance, context: Context): void {
  mount(app, context.gate, contract, async ({ caller, body, idempotencyKey }) => {
    const { memberId } = caller
    const { status, amountMinor } = await redeemGift(context, memberId, body.link, idempotencyKey)
    return { status, amount: amountMinor === null ? null : fromMinor(amountMinor) }
  })
  context.desk.add(giftDesk(context))
  context.jobs.sweep('follow-up-gifts', 2, () => followUpGifts(context))
}

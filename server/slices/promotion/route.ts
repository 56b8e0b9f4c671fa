import { activatePromotion as activatePromotionCall } from '@krapao/contract/slices/promotion/activate-promotion.ts'
import { findPromotion as findPromotionCall } from '@krapao/contract/slices/promotion/find-promotion.ts'
import { getCurrentPromotion } from '@krapao/contract/slices/promotion/get-current-promotion.ts'
import { mount } from '../../platform/http.ts'
import { addReservation, openBonusOf, whatIf } from '../bonus/public.ts'
import type { Slice } from '../context.ts'
import { activatePromotion, findPromotion } from './promotion.ts'
import { addGiven, givenOf, removeUse } from './store.ts'

/** Promotion codes (rules.md §8). */
export const promotionSlice: Slice = {
  name: 'promotion',

  mount(app, context) {
    const { gate, campaigns, db } = context

    mount(app, gate, findPromotionCall, ({ caller, params, language }) =>
      findPromotion(context, caller.memberId, params.code, language),
    )

    mount(app, gate, activatePromotionCall, ({ caller, params, expected, idempotencyKey: key, language }) =>
      activatePromotion(context, caller.memberId, params.code, { key, language, expected }),
    )

    mount(app, gate, getCurrentPromotion, async ({ caller, language }) => {
      const open = await openBonusOf(context, caller.memberId, language)
      return { promotion: open?.source === 'promotion' ? open : null }
    })

    addReservation(context, 'promotion', {
      spend: (tx, { campaign, amountMinor }) => addGiven(tx, campaign, amountMinor),
      free: (tx, { campaign, day }) => removeUse(tx, campaign, day),
    })
    campaigns.onCost('promotion', (codes) => givenOf(db, codes))
    campaigns.onWhatIf('promotion', (content) => whatIf(context, content))
  },
}

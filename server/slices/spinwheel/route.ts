import { claimCoupon } from '@krapao/contract/slices/spinwheel/claim-coupon.ts'
import { getActiveWheel } from '@krapao/contract/slices/spinwheel/get-active-wheel.ts'
import { getSpinwheel } from '@krapao/contract/slices/spinwheel/get-spinwheel.ts'
import { listCoupons as listCouponsCall } from '@krapao/contract/slices/spinwheel/list-coupons.ts'
import { listSpins as listSpinsCall } from '@krapao/contract/slices/spinwheel/list-spins.ts'
import { rotateSeed as rotateSeedCall } from '@krapao/contract/slices/spinwheel/rotate-seed.ts'
import { spin as spinCall } from '@krapao/contract/slices/spinwheel/spin.ts'
import { mount } from '../../platform/http.ts'
import type { Slice } from '../context.ts'
import { showCost } from './campaign.ts'
import { claim } from './claim.ts'
import { creditPlayed } from './coins.ts'
import { expireCoupons } from './expire.ts'
import { prizeDesk } from './review.ts'
import { rotateSeed } from './seeds.ts'
import { listSpins, readSetup } from './show.ts'
import { listCoupons } from './show-coupons.ts'
import { spin } from './spin.ts'
import { activeWheel, currencyOfCaller } from './wheel.ts'

/** Coupons that one statement marks as expired. */
const expiredAtOnce = 1000

/** Coins and the prize wheel (rules.md §11). */
export const spinwheelSlice: Slice = {
  name: 'spinwheel',

  mount(app, context) {
    const { gate } = context

    mount(app, gate, getActiveWheel, async ({ caller }) => ({
      isActive: (await activeWheel(context, await currencyOfCaller(context, caller.memberId))) !== undefined,
    }))
    mount(app, gate, getSpinwheel, ({ caller, language }) => readSetup(context, caller.memberId, language))
    mount(app, gate, spinCall, ({ caller, body, language, idempotencyKey: key }) =>
      spin(context, caller.memberId, body, { language, key }),
    )
    mount(app, gate, rotateSeedCall, ({ caller }) => rotateSeed(context, caller.memberId))
    mount(app, gate, listSpinsCall, ({ caller, body, language }) =>
      listSpins(context, caller.memberId, body, language),
    )
    mount(app, gate, listCouponsCall, ({ caller, language }) =>
      listCoupons(context, caller.memberId, language),
    )
    mount(app, gate, claimCoupon, ({ caller, body, expected, idempotencyKey: key }) =>
      claim(context, caller.memberId, body.coupon, { key, expected }),
    )

    context.desk.add(prizeDesk(context))
    showCost(context)
    context.jobs.sweep('credit-coins', 10, (stopping) => creditPlayed(context, stopping))
    context.jobs.sweep('expire-coupons', 300, async (stopping) => {
      while (!stopping.aborted) {
        if ((await expireCoupons(context, expiredAtOnce)) < expiredAtOnce) return
      }
    })
  },
}

import { fromMinor } from '@krapao/contract/money.ts'
import { checkRefund } from '@krapao/contract/slices/refund/check-refund.ts'
import { claimRefund } from '@krapao/contract/slices/refund/claim-refund.ts'
import { listRefundBanners } from '@krapao/contract/slices/refund/list-refund-banners.ts'
import { listRefunds } from '@krapao/contract/slices/refund/list-refunds.ts'
import { moveRefund } from '@krapao/contract/slices/refund/move-refund.ts'
import { mount } from '../../platform/http.ts'
import { bannersIn } from '../campaign/public.ts'
import type { Slice } from '../context.ts'
import { check, listClaims } from './check.ts'
import { campaignOf, claim, moveToWallet } from './claim.ts'
import { calculateCashback } from './daily.ts'
import { sumClaims } from './store.ts'
import { whatIf } from './what-if.ts'

/** Cashback: a percentage of what members lost on a day (rules.md §10). */
export const refundSlice: Slice = {
  name: 'refund',

  mount(app, context) {
    const { gate, campaigns, jobs, db } = context

    mount(app, gate, checkRefund, ({ caller, language }) => check(context, caller.memberId, language))

    mount(app, gate, claimRefund, async ({ caller, expected, idempotencyKey: key }) => ({
      message: 'REFUND_SUCCESS' as const,
      amount: fromMinor(await claim(context, caller.memberId, { key, expected })),
    }))

    mount(app, gate, moveRefund, async ({ caller, expected, idempotencyKey: key }) => ({
      message: 'REFUND_SUCCESS' as const,
      amount: fromMinor(await moveToWallet(context, caller.memberId, { key, expected })),
    }))

    mount(app, gate, listRefunds, ({ caller, body }) => listClaims(context, caller.memberId, body))

    mount(app, gate, listRefundBanners, async ({ caller, language }) => {
      const { campaign } = await campaignOf(context, caller.memberId)
      return bannersIn(campaign?.content.banners ?? [], language)
    })

    jobs.sweep('calculate-cashback', 60, (stopping) => calculateCashback(context, stopping))
    campaigns.onCost('refund', (codes) => sumClaims(db, codes))
    campaigns.onWhatIf('refund', (content) => whatIf(context, content))
  },
}

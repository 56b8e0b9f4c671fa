import { fromMinor } from '@krapao/contract/money.ts'
import { activateBonus as activateBonusCall } from '@krapao/contract/slices/bonus/activate-bonus.ts'
import { askBonusEnd } from '@krapao/contract/slices/bonus/ask-bonus-end.ts'
import { checkActiveBonus } from '@krapao/contract/slices/bonus/check-active-bonus.ts'
import { checkMinimum } from '@krapao/contract/slices/bonus/check-minimum.ts'
import { clearBonus as clearBonusCall } from '@krapao/contract/slices/bonus/clear-bonus.ts'
import { getBonusEnd } from '@krapao/contract/slices/bonus/get-bonus-end.ts'
import { listBonuses as listBonusesCall } from '@krapao/contract/slices/bonus/list-bonuses.ts'
import { listCountedBets } from '@krapao/contract/slices/bonus/list-counted-bets.ts'
import { listPastBonuses } from '@krapao/contract/slices/bonus/list-past-bonuses.ts'
import { listReviews as listReviewsCall } from '@krapao/contract/slices/bonus/list-reviews.ts'
import { withdrawReview as withdrawReviewCall } from '@krapao/contract/slices/bonus/withdraw-review.ts'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Slice } from '../context.ts'
import { auditLooks } from '../operator/public.ts'
import { activateBonus } from './activate.ts'
import { givenOf, moveBudget } from './budget-store.ts'
import { askEnd, readEndable } from './by-hand/ask.ts'
import { endDesk } from './by-hand/end-desk.ts'
import { forgetEnded } from './by-hand/ended.ts'
import { clearBonus } from './clear.ts'
import { evaluateBonus } from './condition/evaluation.ts'
import { totalOf } from './condition/grant.ts'
import { listCounted } from './counted-bets.ts'
import { listBonuses, pageOfBonuses } from './list.ts'
import { listPast } from './past.ts'
import { addReservation, listReviews, withdrawReview } from './review.ts'
import { reviewDesk } from './review-desk.ts'
import { openBonusOf } from './show.ts'
import { sweepBonuses } from './sweep.ts'
import { whatIf } from './what-if.ts'

/** Bonuses on offer, and money under a condition from the credit to its end (rules.md §7). */
export const bonusSlice: Slice = {
  name: 'bonus',

  mount(app, context) {
    const { gate, jobs, campaigns } = context

    mount(app, gate, listBonusesCall, ({ caller, query, language }) =>
      query.page === undefined && query.limit === undefined
        ? listBonuses(context, caller.memberId, language)
        : pageOfBonuses(context, caller.memberId, language, query),
    )

    mount(app, gate, activateBonusCall, ({ caller, params, expected, idempotencyKey: key, language }) =>
      activateBonus(context, caller.memberId, params.code, { key, language, expected }),
    )

    mount(app, gate, checkActiveBonus, async ({ caller, language }) => {
      const bonus = await openBonusOf(context, caller.memberId, language)
      return { status: bonus !== null, type: bonus?.source ?? null, bonus }
    })

    mount(app, gate, checkMinimum, async ({ caller }) => {
      const [member, evaluated] = await Promise.all([
        findMember(context, caller.memberId),
        evaluateBonus(context, caller.memberId, { withPurses: false }),
      ])
      if (!member) throw new Refusal('invalid-token')
      const totalMinor =
        evaluated?.progress.totalMinor ?? totalOf(await context.ledger.balances(caller.memberId))
      return {
        status: evaluated !== undefined,
        minimum: evaluated ? fromMinor(evaluated.progress.floorMinor) : null,
        total: fromMinor(totalMinor),
        currency: member.currency,
      }
    })

    mount(app, gate, clearBonusCall, ({ caller, expected, idempotencyKey }) =>
      clearBonus(context, caller.memberId, idempotencyKey, expected),
    )

    mount(app, gate, listPastBonuses, ({ caller, body, language }) =>
      listPast(context, caller.memberId, body, language),
    )

    mount(app, gate, listCountedBets, ({ caller, params, body }) =>
      listCounted(context, caller.memberId, params.id, body),
    )

    mount(app, gate, listReviewsCall, ({ caller, language }) =>
      listReviews(context, caller.memberId, language),
    )

    mount(app, gate, withdrawReviewCall, async ({ caller, params }) => {
      await withdrawReview(context, caller.memberId, params.id)
      return { message: 'OK' as const }
    })

    mount(app, gate, getBonusEnd, async ({ caller, params, language }) => {
      const answer = await readEndable(context, params.id, language)
      await auditLooks(context, caller, [{ memberId: params.id }])
      return answer
    })

    mount(app, gate, askBonusEnd, ({ caller: operator, params, body, idempotencyKey: key }) =>
      askEnd(context, { ...body, memberId: params.id, operator, key }),
    )

    context.desk.add(reviewDesk(context))
    context.desk.add(endDesk(context))
    forgetEnded(context)
    addReservation(context, 'bonus', {
      spend: (tx, { campaign, amountMinor }) =>
        moveBudget(tx, campaign, { givenMinor: amountMinor, reservedMinor: -amountMinor }),
      free: (tx, { campaign, amountMinor }) => moveBudget(tx, campaign, { reservedMinor: -amountMinor }),
    })
    campaigns.onCost('bonus', (codes) => givenOf(context.db, codes))
    campaigns.onWhatIf('bonus', (content) => whatIf(context, content))
    jobs.sweep('settle-bonuses', 2, (stopping) => sweepBonuses(context, stopping))
  },
}

import { toMinor } from '@krapao/contract/money.ts'
import { getWithdrawLimits } from '@krapao/contract/slices/withdraw/get-withdraw-limits.ts'
import { withdraw as withdrawCall } from '@krapao/contract/slices/withdraw/withdraw.ts'
import { withdrawAll as withdrawAllCall } from '@krapao/contract/slices/withdraw/withdraw-all.ts'
import { sweepWatched } from '../../outside/watch.ts'
import { mount } from '../../platform/http.ts'
import type { Slice } from '../context.ts'
import { payWithdrawals } from './pay.ts'
import { payoutDesk, withdrawalDesk } from './review.ts'
import { readLimits, withdraw, withdrawAll } from './withdraw.ts'

/** Withdrawals (rules.md §6). */
export const withdrawSlice: Slice = {
  name: 'withdraw',

  mount(app, context) {
    mount(app, context.gate, getWithdrawLimits, async ({ caller }) => {
      const { minimum, maximum } = await readLimits(context, caller.memberId)
      return { withdrawMin: minimum, withdrawMax: maximum }
    })
    mount(app, context.gate, withdrawCall, ({ caller, body, idempotencyKey }) =>
      withdraw(context, caller.memberId, toMinor(body.amount), idempotencyKey),
    )
    mount(app, context.gate, withdrawAllCall, ({ caller, body, idempotencyKey }) =>
      withdrawAll(context, caller.memberId, toMinor(body.amount), idempotencyKey),
    )

    context.desk.add(withdrawalDesk(context))
    context.desk.add(payoutDesk(context))
    context.jobs.sweep('watch-payouts', 5, () =>
      sweepWatched(context, 'payout', (id) => context.payouts.status(id)),
    )
    context.jobs.sweep('pay-withdrawals', 1, (stopping) => payWithdrawals(context, stopping))
  },
}

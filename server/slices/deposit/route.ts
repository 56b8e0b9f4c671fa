import { followDeposit as followDepositCall } from '@krapao/contract/slices/deposit/follow-deposit.ts'
import { getDeposit } from '@krapao/contract/slices/lookup/get-deposit.ts'
import { getSlip } from '@krapao/contract/slices/lookup/get-slip.ts'
import { mount } from '../../platform/http.ts'
import type { Slice } from '../context.ts'
import { logAmbiguousAccounts } from '../house/public.ts'
import { mountBankFeed } from './feed/route.ts'
import { followDeposit } from './followed.ts'
import { mountGifts } from './gift/route.ts'
import { readOffered, readSlipLimits } from './limits.ts'
import { mountManual } from './manual/route.ts'
import { mountQr } from './qr/route.ts'
import { mountReports } from './reports/route.ts'
import { mountSlips } from './slip/route.ts'

/** Money coming in (rules.md §5): each way in has its own room and leads to a report of money (`reports`). */
export const depositSlice: Slice = {
  name: 'deposit',
  seed: logAmbiguousAccounts,

  async mount(app, context) {
    mountReports(app, context)
    mountBankFeed(app, context)
    mountManual(app, context)
    mountQr(app, context)
    mountGifts(app, context)
    await mountSlips(app, context)
    mount(app, context.gate, getDeposit, ({ caller }) => readOffered(context, caller.memberId))
    mount(app, context.gate, getSlip, () => readSlipLimits(context))
    mount(app, context.gate, followDepositCall, ({ caller, params }) =>
      followDeposit(context, caller.memberId, params.key),
    )
  },
}

import { toMinor } from '@krapao/contract/money.ts'
import { getAnswer } from '@krapao/contract/slices/wallet/get-answer.ts'
import { getWallet } from '@krapao/contract/slices/wallet/get-wallet.ts'
import { refreshGames as refreshGamesCall } from '@krapao/contract/slices/wallet/refresh-games.ts'
import { transfer as transferCall } from '@krapao/contract/slices/wallet/transfer.ts'
import { transferAll as transferAllCall } from '@krapao/contract/slices/wallet/transfer-all.ts'
import { mount } from '../../platform/http.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Slice } from '../context.ts'
import { followUpTransfers, watchTransfers } from './reconcile.ts'
import { refreshGames } from './refresh.ts'
import { transferDesk } from './review.ts'
import { walletOf } from './summary.ts'
import { transfer, transferAll } from './transfer.ts'

defineSetting(
  'wallet.refreshesPerMinute',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  60,
  'Times that a member may have the balances of all games read in a minute',
)

/** The member's money: its balances, and transfers between wallet and games (rules.md §3, §4). */
export const walletSlice: Slice = {
  name: 'wallet',

  mount(app, context) {
    mount(app, context.gate, getWallet, ({ caller }) => walletOf(context, caller.memberId))

    mount(app, context.gate, getAnswer, async ({ caller, params }) => {
      const found = await context.gate.answerOf(caller, params.key)
      return { answered: found !== undefined, status: found?.status ?? 0, body: found?.answer ?? null }
    })

    mount(app, context.gate, refreshGamesCall, async ({ caller }) => {
      await refreshGames(context, caller.memberId)
      return walletOf(context, caller.memberId)
    })

    mount(app, context.gate, transferCall, ({ caller, body, idempotencyKey }) => {
      const asked = { from: body.from, to: body.to, amountMinor: toMinor(body.amount) }
      return transfer(context, caller.memberId, asked, idempotencyKey)
    })

    mount(app, context.gate, transferAllCall, ({ caller, body, expected, idempotencyKey: key }) =>
      transferAll(context, caller.memberId, body, { key, expected }),
    )

    context.desk.add(transferDesk(context))
    context.jobs.sweep('watch-transfers', 5, () => watchTransfers(context))
    context.jobs.sweep('follow-up-transfers', 2, () => followUpTransfers(context))
  },
}

import { fromMinor } from '@krapao/contract/money.ts'
import { spanOf, triedDays } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { coinsBetween } from './coin-store.ts'
import { creditedOf } from './coupon-store.ts'
import { expectedMoney } from './rules.ts'

/** A wheel's cost as operators are shown it (rules.md §11.4, §19.6). */
export function showCost(context: Context): void {
  const { campaigns, db, clock } = context

  // A wheel's code is its currency.
  campaigns.onCost('wheel', (codes) => creditedOf(db, codes))

  campaigns.onWhatIf('wheel', async (content) => {
    const span = spanOf(triedDays(clock.now()))
    const { coins, members } = await coinsBetween(db, content.currency, span)
    return {
      ...span,
      members,
      // How a condition would have ended depends on play that came of it, which nobody knows.
      met: 0,
      failed: 0,
      open: members,
      given: fromMinor(Math.round(expectedMoney(content, coins) * 100)),
      kept: 0,
    }
  })
}

import { fromMinor } from '@krapao/contract/money.ts'
import { bangkokDay } from '../../platform/clock.ts'
import type { Context } from '../context.ts'
import { coinsBetween } from './coin-store.ts'
import { creditedOf } from './coupon-store.ts'
import { expectedMoney } from './rules.ts'

/** What operators are shown of a wheel's cost (rules.md §11.4, §19.6). */
export function showCost(context: Context): void {
  const { campaigns, db, clock } = context

  // A wheel's code is its currency.
  campaigns.onCost('wheel', (codes) => creditedOf(db, codes))

  campaigns.onWhatIf('wheel', async (content) => {
    const { from, to } = lastMonth(clock.now())
    const { coins, members } = await coinsBetween(db, content.currency, { from, to })
    return {
      from: startOf(from),
      to: startOf(to),
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

/** The first Bangkok day of the month before an instant's, and of the instant's own. */
export function lastMonth(now: Date): { from: string; to: string } {
  const to = `${bangkokDay(now).slice(0, 7)}-01`
  const before = new Date(`${to}T00:00:00Z`)
  before.setUTCMonth(before.getUTCMonth() - 1)
  return { from: before.toISOString().slice(0, 10), to }
}

/** When a Bangkok day begins. */
const startOf = (day: string): string => new Date(`${day}T00:00:00+07:00`).toISOString()

import { fromMinor } from '@krapao/contract/money.ts'
import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import { spanOf, triedDays } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { type BetDay, betDays } from '../game/public.ts'
import type { CountedDay } from './carry.ts'

/**
 * The sum that a share of losses would have given in the last days, for the console's what-if (rules.md
 * §19.6).
 */

/** Members that are read at a time, and pages that a question reads at most. */
const membersAtOnce = 1000
const mostPages = 600

/**
 * @returns the losses that a page of members' sums of a day count with, in minor units, before wins of
 *   earlier days are set against them; by member, and without those who are left out
 */
type PageOf = (day: string, sums: Map<string, BetDay[]>) => Promise<Map<string, number>>

/**
 * Goes through the days that are over, the latest first. Where there is more than one question reads, the
 * first days are left out, and `from` says so: what was won before the first day is not carried to it.
 * @returns of each member the days of play, and the days that were looked at; the first one first
 */
export async function lastDays(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  pageOf: PageOf,
): Promise<{ played: Map<string, CountedDay[]>; days: string[] }> {
  const played = new Map<string, CountedDay[]>()
  const days: string[] = []
  let pages = 0
  for (const day of triedDays(clock.now()).reverse()) {
    if (pages >= mostPages) break
    for (let after = ''; ; pages++) {
      const rows = await betDays(db, { day, after, limit: membersAtOnce })
      const last = rows.at(-1)
      if (!last) break
      after = last.memberId
      const counted = await pageOf(
        day,
        Map.groupBy(rows, ({ memberId }) => memberId),
      )
      for (const [memberId, countedMinor] of counted) {
        const later = played.get(memberId)
        if (later) later.unshift({ day, countedMinor })
        else played.set(memberId, [{ day, countedMinor }])
      }
    }
    days.unshift(day)
  }
  return { played, days }
}

/**
 * The answer for the sums that members would have received, in minor units. How its condition would have
 * ended for them nobody knows, because they never played with that money.
 */
export function undecided({ received, days }: { received: Map<string, number>; days: string[] }): WhatIf {
  const amounts = [...received.values()].filter((minor) => minor > 0)
  return {
    ...spanOf(days),
    members: amounts.length,
    met: 0,
    failed: 0,
    open: amounts.length,
    given: fromMinor(amounts.reduce((sum, minor) => sum + minor, 0)),
    kept: 0,
  }
}

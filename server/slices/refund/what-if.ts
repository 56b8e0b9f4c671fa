import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import type { Context } from '../context.ts'
import { carryOver } from './carry.ts'
import { lastDays, undecided } from './last-days.ts'
import { countedLoss, fromMinimum, shareOfLoss, sumOf } from './loss.ts'
import { selectFunded } from './store.ts'
import { lossTermsOf } from './terms.ts'

/** The sum that cashback would have given in the last days, had every member claimed all of them at once. */
export async function whatIf(context: Context, content: ContentOf<'refund'>): Promise<WhatIf> {
  const terms = lossTermsOf(content)
  const { played, days } = await lastDays(context, async (day, sums) => {
    const own = [...sums].filter(([, rows]) => rows[0]?.currency === content.currency)
    const funded = await selectFunded(
      context.db,
      day,
      own.map(([memberId]) => memberId),
    )
    return new Map(own.map(([memberId, rows]) => [memberId, countedLoss(sumOf(rows), funded.get(memberId))]))
  })
  const received = new Map(
    [...played].map(([memberId, counted]) => {
      const shares = carryOver(counted).map(({ lossMinor }) => shareOfLoss(lossMinor, terms))
      const all = shares.reduce((sum, minor) => sum + minor, 0)
      return [memberId, fromMinimum(all, terms)]
    }),
  )
  return undecided({ received, days })
}

import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import type { Context } from '../context.ts'
import { lastDays, undecided } from './last-days.ts'
import { countedLoss, fromMinimum, shareOfLoss, sumOf } from './loss.ts'
import { selectFunded } from './store.ts'
import { lossTermsOf } from './terms.ts'

/** The sum that cashback would have given in the last days, had every member claimed all of them at once. */
export async function whatIf(context: Context, content: ContentOf<'refund'>): Promise<WhatIf> {
  const terms = lossTermsOf(content)
  const tried = await lastDays(context, async (day, sums) => {
    const own = [...sums].filter(([, rows]) => rows[0]?.currency === content.currency)
    const funded = await selectFunded(
      context.db,
      day,
      own.map(([memberId]) => memberId),
    )
    return new Map(
      own.map(([memberId, rows]) => {
        const loss = countedLoss(sumOf(rows), funded.get(memberId) ?? null)
        return [memberId, shareOfLoss(loss, terms)]
      }),
    )
  })
  const received = new Map([...tried.received].map(([who, minor]) => [who, fromMinimum(minor, terms)]))
  return undecided({ ...tried, received })
}

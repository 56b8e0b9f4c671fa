import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { selectInvitations } from '../account/public.ts'
import type { Context } from '../context.ts'
import { lastDays, lossTermsOf, sumOf, undecided } from '../refund/public.ts'
import { rewardOf } from './rules.ts'

/** What invites would have given in the last days. Who paid the friends' deposits is not looked at. */
export async function whatIf(context: Context, content: ContentOf<'invite'>): Promise<WhatIf> {
  const terms = lossTermsOf(content)
  const tried = await lastDays(context, async (_day, sums) => {
    const brought = new Map<string, number>()
    const invitations = await selectInvitations(context.db, [...sums.keys()])
    for (const { memberId, inviterId, currency, ...ties } of invitations.values()) {
      if (currency !== content.currency) continue
      const rows = sums.get(memberId) ?? []
      const sameCurrency = rows.every((row) => row.currency === currency)
      const { amountMinor } = rewardOf(sumOf(rows), terms, { ...ties, samePayer: false, sameCurrency })
      brought.set(inviterId, (brought.get(inviterId) ?? 0) + amountMinor)
    }
    return brought
  })
  return undecided(tried)
}

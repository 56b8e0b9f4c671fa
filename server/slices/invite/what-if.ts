import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { selectInvitations } from '../account/public.ts'
import type { Context } from '../context.ts'
import {
  bonusLossOf,
  lastDays,
  lossOf,
  lossTermsOf,
  selectFunded,
  sumOf,
  undecided,
} from '../refund/public.ts'
import { rewardOf } from './rules.ts'

/**
 * The money that invites would have given in the last days. The payers of the friends' deposits are not
 * compared.
 */
export async function whatIf(context: Context, content: ContentOf<'invite'>): Promise<WhatIf> {
  const terms = lossTermsOf(content)
  const tried = await lastDays(context, async (day, sums) => {
    const brought = new Map<string, number>()
    const invitations = await selectInvitations(context.db, [...sums.keys()])
    const funded = await selectFunded(context.db, day, [...invitations.keys()])
    for (const { memberId, inviterId, currency, ...ties } of invitations.values()) {
      if (currency !== content.currency) continue
      const rows = sums.get(memberId) ?? []
      const sameCurrency = rows.every((row) => row.currency === currency)
      const lossMinor = lossOf(sumOf(rows)) - bonusLossOf(funded.get(memberId))
      const { amountMinor } = rewardOf(lossMinor, terms, { ...ties, samePayer: false, sameCurrency })
      brought.set(inviterId, (brought.get(inviterId) ?? 0) + amountMinor)
    }
    return brought
  })
  return undecided(tried)
}

import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { type Invitation, selectInvitations } from '../account/public.ts'
import type { Context } from '../context.ts'
import {
  carryOver,
  countedLoss,
  lastDays,
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
  const invitations = new Map<string, Invitation>()
  const { played, days } = await lastDays(context, async (day, sums) => {
    const counted = new Map<string, number>()
    const invited = await selectInvitations(context.db, [...sums.keys()])
    const funded = await selectFunded(context.db, day, [...invited.keys()])
    for (const [memberId, invitation] of invited) {
      const { currency } = invitation
      const rows = sums.get(memberId) ?? []
      if (currency !== content.currency || rows.some((row) => row.currency !== currency)) continue
      invitations.set(memberId, invitation)
      counted.set(memberId, countedLoss(sumOf(rows), funded.get(memberId)))
    }
    return counted
  })
  const received = new Map<string, number>()
  for (const [memberId, invitation] of invitations) {
    const { inviterId } = invitation
    const ties = { ...invitation, samePayer: false, sameCurrency: true }
    for (const { lossMinor } of carryOver(played.get(memberId) ?? [])) {
      const { amountMinor } = rewardOf(lossMinor, terms, ties)
      received.set(inviterId, (received.get(inviterId) ?? 0) + amountMinor)
    }
  }
  return undecided({ received, days })
}

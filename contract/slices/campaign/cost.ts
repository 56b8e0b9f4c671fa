import { fromMinor, toMinor } from '../../money.ts'
import type { CampaignContent } from './content.ts'

/**
 * The cost that a campaign may have, for its author and the person who approves it; in the campaign's
 * currency.
 */

/** What the house gives in all; null: without end. */
export function budgetOf(content: CampaignContent): number | null {
  if (content.kind === 'bonus') return content.budget
  return content.kind === 'promotion' ? fromMinor(toMinor(content.amount) * content.uses) : null
}

/**
 * The most that is given at once: a bonus, a code, a day's share of a loss, the largest prize in money; null:
 * no money.
 */
export function mostAtOnce(content: CampaignContent): number | null {
  switch (content.kind) {
    case 'bonus':
      return content.credit.kind === 'free' ? content.credit.amount : content.credit.maxBonus
    case 'promotion':
      return content.amount
    case 'invite':
    case 'refund':
      return content.max
    case 'wheel': {
      const amounts = content.slices.flatMap(({ prize }) => (prize.kind === 'CREDIT' ? [prize.amount] : []))
      return amounts.length === 0 ? null : Math.max(...amounts)
    }
  }
}

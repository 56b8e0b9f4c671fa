import type { Invitation } from '../account/public.ts'
import { fromMinimum, type LossTerms, shareOfLoss } from '../refund/public.ts'

/** The money that a friend's day brings the inviter (rules.md §9), without database, clock or network. */

/** Why a day brought nothing. */
export type Reason = 'NO_LOSS' | 'BELOW_MIN' | 'OTHER_CURRENCY' | 'SAME_BANK' | 'SAME_DEVICE' | 'SAME_PAYER'

/** Facts that a friend and the inviter have in common. */
export type Ties = Pick<Invitation, 'sameBank' | 'sameDevice'> & {
  samePayer: boolean
  sameCurrency: boolean
}

/**
 * @param lossMinor what is left of the friend's own loss of the day (`setAgainst`); negative: won
 * @returns what is paid, in minor units, or why nothing is
 */
export function rewardOf(
  lossMinor: number,
  terms: LossTerms,
  ties: Ties,
): { amountMinor: number; reason: Reason | null } {
  const nothing = (reason: Reason) => ({ amountMinor: 0, reason })
  if (lossMinor <= 0) return nothing('NO_LOSS')
  if (ties.sameBank) return nothing('SAME_BANK')
  if (ties.sameDevice) return nothing('SAME_DEVICE')
  if (ties.samePayer) return nothing('SAME_PAYER')
  if (!ties.sameCurrency) return nothing('OTHER_CURRENCY')
  const amountMinor = fromMinimum(shareOfLoss(lossMinor, terms), terms)
  return amountMinor > 0 ? { amountMinor, reason: null } : nothing('BELOW_MIN')
}

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** The beginning of a name, so that it names nobody: `สม***`. Of a short name the first letter. */
export function shortenName(name: string): string {
  const all = Array.from(letters.segment(name.trim()), ({ segment }) => segment)
  return `${all.slice(0, all.length > 3 ? 2 : 1).join('')}***`
}

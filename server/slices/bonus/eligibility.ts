import type { ErrorCode } from '@krapao/contract/errors.ts'
import { bangkokDay } from '../../platform/clock.ts'

/**
 * Decides whether a member may have a bonus (rules.md §7.1), without database, clock or network. All amounts
 * in minor units.
 */

/** How often a member may have it: ever, on one Bangkok day, or in one week from Monday. */
export type LimitType = 'limit' | 'day' | 'week'

export interface Offer {
  type: LimitType
  maxReceived: number
  /** The sum that the house gives in all; null: without end. */
  budgetMinor: number | null
  /** Only a member with this or less in all may take it. */
  maxTotalMinor: number
}

export interface Applicant {
  /** When the member received this bonus before. */
  receivedAt: readonly Date[]
  hasActive: boolean
  totalMinor: number
}

/** The first day, YYYY-MM-DD, from which received bonuses count towards a limit; undefined: all count. */
export function firstCountedDay(type: LimitType, now: Date): string | undefined {
  const today = bangkokDay(now)
  if (type === 'limit') return undefined
  if (type === 'day') return today
  const noon = new Date(`${today}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7))
  return noon.toISOString().slice(0, 10)
}

/** Whether a bonus that was received at an instant counts towards the limit now. */
export function countsNow(type: LimitType, receivedAt: Date, now: Date): boolean {
  const first = firstCountedDay(type, now)
  return first === undefined || bangkokDay(receivedAt) >= first
}

/** How many of the member's received bonuses count towards the limit now. */
export const countReceived = (type: LimitType, receivedAt: readonly Date[], now: Date): number =>
  receivedAt.filter((at) => countsNow(type, at, now)).length

/**
 * Why a member may not have a bonus now; undefined: may. In the order in which a member can do something
 * about it.
 * @param givenMinor what the house has given and promised of its budget, `nextMinor` what it would give now
 */
export function refusalOf(
  offer: Offer,
  applicant: Applicant,
  { givenMinor, nextMinor, now }: { givenMinor: number; nextMinor: number; now: Date },
): ErrorCode | undefined {
  if (applicant.hasActive) return 'BONUS_ALREADY_ACTIVE'
  if (countReceived(offer.type, applicant.receivedAt, now) >= offer.maxReceived) return 'BONUS_MAX_CLAIMED'
  if (offer.budgetMinor !== null && givenMinor + nextMinor > offer.budgetMinor) return 'BONUS_FULL'
  if (applicant.totalMinor > offer.maxTotalMinor) return 'BONUS_REMAINING'
  return undefined
}

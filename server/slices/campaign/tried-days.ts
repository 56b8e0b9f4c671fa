import { dayAfter } from '@krapao/contract/dates.ts'
import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import { bangkokDay } from '../../platform/clock.ts'

/** How many days a content is tried on, the same for every kind (rules.md §19.6). */
const count = 30

/**
 * The Bangkok days that a content is tried on, YYYY-MM-DD, the first one first: those that are over,
 * yesterday the last.
 */
export function triedDays(now: Date): string[] {
  const today = bangkokDay(now)
  return Array.from({ length: count }, (_, at) => dayAfter(today, at - count))
}

/** The days of an answer. @param days at least one, the first one first */
export const spanOf = (days: readonly string[]): Pick<WhatIf, 'from' | 'to' | 'days'> => ({
  from: days[0] as string,
  to: days[days.length - 1] as string,
  days: days.length,
})

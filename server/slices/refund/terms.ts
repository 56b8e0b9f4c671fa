import { type Currency, currencies, toMinor } from '@krapao/contract/money.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { bangkokDay, endOfBangkokDay } from '../../platform/clock.ts'
import type { Context } from '../context.ts'
import type { LossTerms } from './loss.ts'

/** The terms of a campaign on a day, by the currency of its members. */
export type DayTerms = ReadonlyMap<Currency, LossTerms & { version: number }>

type Kind = 'invite' | 'refund'

/** The terms of a campaign of either kind, in minor units. */
export const lossTermsOf = ({ percent, min, max }: ContentOf<Kind>): LossTerms => ({
  percent,
  minMinor: toMinor(min),
  maxMinor: toMinor(max),
})

/** The terms that were in force at the end of a Bangkok day; undefined: there was no such campaign then. */
export async function termsAtEndOf(
  { campaigns }: Pick<Context, 'campaigns'>,
  kind: Kind,
  day: string,
): Promise<DayTerms | undefined> {
  const terms = new Map<Currency, LossTerms & { version: number }>()
  for (const currency of currencies) {
    const active = await campaigns.findActiveAt(kind, currency, endOfBangkokDay(day))
    if (active) terms.set(currency, { ...lossTermsOf(active.content), version: active.version })
  }
  return terms.size > 0 ? terms : undefined
}

/** The first day on which a campaign of the kind was active, YYYY-MM-DD; undefined: none was yet. */
export async function firstDayOf(
  { campaigns }: Pick<Context, 'campaigns'>,
  kind: Kind,
): Promise<string | undefined> {
  const first = await campaigns.firstActive(kind)
  return first === null ? undefined : bangkokDay(first)
}

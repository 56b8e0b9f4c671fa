import type { Currency } from '@krapao/contract/money.ts'
import type { DaySum } from './daily-store.ts'

export type { DaySum } from './daily-store.ts'

/** What rows of members' days bring in all, by currency. */
export function daySums(rows: { currency: Currency; amountMinor: number }[]): DaySum[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    members: of.length,
    rewarded: of.filter(({ amountMinor }) => amountMinor > 0).length,
    amountMinor: of.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }))
}

import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type Leg, own, type Posting } from '../../ledger/public.ts'

/**
 * The amount that one account of the house gives, in minor units; negative where it takes, because another one gives
 * more than arrives.
 */
export interface Source {
  house: HouseAccountName
  amountMinor: number
}

/** The legs that bring the sum of all sources into one account. A source that gives nothing has no leg. */
export const legsInto = (account: Leg['account'], asset: Leg['asset'], sources: readonly Source[]): Leg[] =>
  [
    ...sources.map(({ house, amountMinor }) => ({ account: { house }, asset, amountMinor: -amountMinor })),
    { account, asset, amountMinor: sources.reduce((sum, { amountMinor }) => sum + amountMinor, 0) },
  ].filter(({ amountMinor }) => amountMinor !== 0)

/** A deposit: money of the house's accounts that becomes a member's, in the wallet. */
export interface Deposit {
  /** The key of the fact that is credited, so that it is credited once (see `creditKey`). */
  key: string
  memberId: string
  /** The member's, and that of every source. */
  currency: Currency
  /** Their sum is what the member gets. */
  sources: readonly Source[]
  meta: Record<string, unknown>
}

/** The journal of a deposit, the same for every way that money comes in (rules.md §1, §5). */
export const depositPosting = ({ key, memberId, currency, sources, meta }: Deposit): Posting => ({
  key,
  kind: 'deposit',
  memberId,
  legs: legsInto({ member: memberId, name: own.wallet }, currency, sources),
  meta,
})

/**
 * The key of a credit: the key of the fact for the first one, and another one after each reversal, because a
 * journal's key is used once. The count stands in front, as in the ledger, because a reference may end in anything.
 * @param fact e.g. `bank:0012345678:FT1`;
 * @param reversals how many credits of it were reversed
 */
export const creditKey = (fact: string, reversals: number): string =>
  reversals === 0 ? fact : `again:${reversals + 1}:${fact}`

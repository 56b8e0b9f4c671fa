import type { Static } from 'typebox'
import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { bonusSources, MemberCondition } from './bonus.ts'

/**
 * How a bonus ended. REVERSED: the deposit that brought it was taken back. LAPSED: no deposit came for it.
 * BY_HOUSE: two people of the house ended it.
 */
export const bonusEnds = [
  'FINISHED',
  'FAILED',
  'FORFEITED',
  'EXPIRED',
  'REVERSED',
  'CANCELLED',
  'LAPSED',
  'BY_HOUSE',
] as const
export type BonusEnd = (typeof bonusEnds)[number]

/** A bonus of the member that has ended, with the figures that it ended by (rules.md §7.3). */
export const PastBonus = Type.Object({
  _id: Type.String(),
  source: Type.Enum(bonusSources),
  /** Of the campaign that gave it. */
  code: Type.String(),
  title: Type.String(),
  end: Type.Enum(bonusEnds),
  /** Null: it ended before a deposit came for it, and no money moved. */
  creditedAt: Nullable(Timestamp()),
  endedAt: Timestamp(),
  condition: MemberCondition,
  /** The deposit that brought it, and the bonus. */
  deposit: Money(),
  bonus: Money(),
  /** Null where it was never credited. */
  figures: Nullable(
    Type.Object({
      /** Turnover or total balance, whichever the condition asked for, and what it had to reach. */
      current: Money(),
      required: Money(),
      /** The total balance before the end. */
      total: Money(),
      /** What went back to the house; null: as far as the wallet had it, with the deposit. */
      returned: Nullable(Money()),
    }),
  ),
  currency: Currency,
})
export type PastBonus = Static<typeof PastBonus>

export const listPastBonuses = endpoint({
  method: 'POST',
  path: '/api/bonus/past',
  summary: 'The member’s bonuses that have ended, newest first, with the reason and the figures of the end',
  access: 'member',
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  answer: Type.Object({ total: Type.Integer(), bonuses: Type.Array(PastBonus) }),
  errors: [],
})

import type { Static } from 'typebox'
import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { GameCode } from '../game/game-account.ts'

/**
 * Money under a condition, as its member sees it (product.md §2 Bonus, rules.md §7). Amounts in the member's
 * currency.
 */

/** What gave it. */
export const bonusSources = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const
export type BonusSource = (typeof bonusSources)[number]

/** A picture, by its address, and sanitised HTML in the caller's language. */
export const MemberBanner = Type.Object({ image: Type.String(), html: Type.String() })
export type MemberBanner = Static<typeof MemberBanner>

/** The figure to be reached before bonus money is the member's own. */
export const MemberCondition = Type.Object({
  mode: Type.Enum(['turnover', 'balance']),
  /**
   * turnover: settled stakes have to reach this many percent of deposit and bonus; balance: the total balance
   * has to reach this many percent of the basis and, with the basis `credit`, the member's own money beside
   * it.
   */
  percent: Type.Number(),
  /** The deposit and the bonus; or, of bonuses from before, the total balance just after the credit. */
  basis: Type.Enum(['credit', 'total']),
  /** How much of a stake counts, in percent by product; empty where the balance decides. */
  weights: Type.Record(Type.String(), Type.Number()),
  /** How much of a stake counts on all other products, in percent. */
  otherWeight: Type.Number(),
  /** The bonus has failed at or below this percentage of the basis. */
  percentFail: Type.Number(),
  /** Most of bonus and winnings that the member keeps when the condition is met; null: all. */
  maxCashOut: Nullable(Money()),
  mayForfeit: Type.Boolean(),
  days: Type.Integer(),
})
export type MemberCondition = Static<typeof MemberCondition>

/** The progress of an active bonus: the figure that is needed, and why. */
export const BonusProgress = Type.Object({
  /** reversed: its deposit was taken back, and bonus and winnings go back once they are home. */
  state: Type.Enum(['running', 'met', 'failed', 'expired', 'reversed']),
  /** Turnover or total balance, whichever the condition asks for, and what it has to reach. */
  current: Money(),
  required: Money(),
  /** At or below this total balance the bonus has failed, once nothing is open. */
  floor: Money(),
  /** Wallet, games and money in transit between them. */
  total: Money(),
  /** The part of the total that is in transit. */
  inTransit: Money(),
  /** What has left one place and not reached the next, and stakes of bets that are not settled. */
  open: Money(),
  /** The total balance just after the credit; the deposit and the bonus that it was made of. */
  base: Money(),
  deposit: Money(),
  bonus: Money(),
  /** What would go back to the house when the condition is met now (`maxCashOut`). */
  removed: Money(),
  /** What a forfeit would give back now, and leave to the member. */
  forfeit: Type.Object({ returned: Money(), kept: Money() }),
})
export type BonusProgress = Static<typeof BonusProgress>

/** Bets that are not settled as far as is known, and keep a bonus from ending (rules.md §7.3). */
export const OpenBets = Type.Object({
  /** The games' codes. */
  games: Type.Array(GameCode),
  /** When they count as settled at the latest; null: the providers report when they are settled. */
  until: Nullable(Timestamp()),
})
export type OpenBets = Static<typeof OpenBets>

/**
 * The member's open bonus. ARMED: the next large enough deposit credits it. ACTIVE: its condition has to be
 * met.
 */
export const OpenBonus = Type.Object({
  _id: Type.String(),
  source: Type.Enum(bonusSources),
  /** Of the campaign that gave it. */
  code: Type.String(),
  /** The campaign's limit; null for sources without one. */
  type: Nullable(Type.Enum(['limit', 'day', 'week'])),
  title: Type.String(),
  state: Type.Enum(['ARMED', 'ACTIVE']),
  condition: MemberCondition,
  /** Of an armed bonus: the deposit that it waits for, and what it brings. */
  byDeposit: Nullable(Type.Object({ minDeposit: Money(), percent: Type.Number(), maxBonus: Money() })),
  creditedAt: Nullable(Timestamp()),
  expiresAt: Nullable(Timestamp()),
  /** Null while it is armed. */
  progress: Nullable(BonusProgress),
  /**
   * Bets that keep it from ending, at its floor, met or expired; absent: there are none, or it is far from
   * its end and they were not looked for.
   */
  openBets: Type.Optional(OpenBets),
  currency: Currency,
})
export type OpenBonus = Static<typeof OpenBonus>

/**
 * The figures that a member is shown before taking money under a condition. The version stands for the terms
 * that the amounts do not say.
 */
export const ExpectedBonus = Type.Object({
  /** Of the campaign that gives it. */
  version: Type.Integer(),
  /** The money that comes in; null: the next deposit decides it. */
  amount: Nullable(Money()),
  /**
   * What turnover or total balance, whichever the condition asks for, has to reach; null as above. Without
   * what is staked on open bets.
   */
  required: Nullable(Money()),
})
export type ExpectedBonus = Static<typeof ExpectedBonus>

/** What a member is shown before the end of a bonus. */
export const ExpectedClear = Type.Object({
  bonusId: Type.String(),
  /** The sum that goes back to the house. */
  returned: Money(),
  /** What the member has left; null: the bonus waits for its deposit, and nothing moves. */
  kept: Nullable(Money()),
})
export type ExpectedClear = Static<typeof ExpectedClear>

/** What the member has of one bonus. */
export const UserBonus = Type.Object({
  /** Of the latest one. */
  _id: Type.String(),
  isActive: Type.Boolean(),
  /** When the member received it, of those that count towards its limit at most the latest 100. */
  received: Type.Array(Type.Object({ updatedAt: Timestamp() })),
})

/** A bonus on offer (product.md §3). */
export const Bonus = Type.Object({
  code: Type.String(),
  version: Type.Integer(),
  title: Type.String(),
  /** Sanitised HTML in the caller's language. */
  description: Type.String(),
  type: Type.Enum(['limit', 'day', 'week']),
  maxReceived: Type.Integer(),
  percentFail: Type.Number(),
  banners: Type.Array(MemberBanner),
  /** What it brings: of the next deposit, or at once. */
  credit: Type.Union([
    Type.Object({
      kind: Type.Literal('deposit'),
      minDeposit: Money(),
      percent: Type.Number(),
      maxBonus: Money(),
    }),
    Type.Object({ kind: Type.Literal('free'), amount: Money() }),
  ]),
  condition: MemberCondition,
  /** Only a member with this or less in all may take it. */
  maxTotal: Money(),
  currency: Currency,
  endsAt: Nullable(Timestamp()),
  /** Whether its limit is reached (rules.md §7.1), in Bangkok's days and weeks. */
  isReceived: Type.Boolean(),
  userBonus: Nullable(UserBonus),
})
export type Bonus = Static<typeof Bonus>

export const BonusParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) })

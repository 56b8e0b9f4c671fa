import type { Static } from 'typebox'
import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { GameCode } from '../game/game-account.ts'

/**
 * A bet of the time in which a bonus was active, or the differences that a correction of one makes, which may
 * be negative (rules.md §7.2).
 */
export const CountedBet = Type.Object({
  /** As its provider calls it; unique at the game. */
  _id: Type.String(),
  game: GameCode,
  product: Type.String(),
  /** Null: its provider does not say it. */
  placedAt: Nullable(Timestamp()),
  settledAt: Timestamp(),
  isCorrection: Type.Boolean(),
  stake: Money(),
  /** The part of the stake that was at risk. */
  validStake: Money(),
  win: Money(),
  /** How much of a valid stake counts, in percent by the product; null where the balance decides. */
  weight: Nullable(Type.Number()),
  /** What it added to the turnover. */
  added: Money(),
  /**
   * Whether it was played with own money from before the credit, which adds nothing: all of it, because it
   * was placed before, or `ownStake` of its stake.
   */
  own: Type.Enum(['none', 'part', 'all']),
  ownStake: Money(),
})
export type CountedBet = Static<typeof CountedBet>

export const listCountedBets = endpoint({
  method: 'POST',
  path: '/api/bonus/bets/:id',
  summary: 'The bets that the turnover of a bonus of the member is made of, newest first',
  access: 'member',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) }),
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  answer: Type.Object({
    total: Type.Integer(),
    /** The turnover of the bonus: what all of its bets added, and `earlier`. */
    turnover: Money(),
    /** What was added before each bet was kept with its bonus. */
    earlier: Money(),
    bets: Type.Array(CountedBet),
    currency: Currency,
  }),
  errors: ['NO_DATA'],
})

import { Currency, endpoint, Money, Nullable, Type } from '../../endpoint.ts'
import { MemberCondition } from '../bonus/bonus.ts'

/**
 * One line of the calculation: a day's bets on one product, what was lost with a bonus, or what was won on
 * earlier days of the month (`carried`) and is set against the loss.
 */
export const RefundLine = Type.Object({
  kind: Type.Enum(['product', 'bonus-funded', 'carried']),
  /** The product of the bets; empty for the other kinds. */
  product: Type.String(),
  stake: Money(),
  win: Money(),
  /** The loss that counts, negative where it lessens the sum. */
  loss: Money(),
})

/** How the cashback of one Bangkok day was calculated (rules.md §10). */
export const RefundDay = Type.Object({
  /** YYYY-MM-DD */
  day: Type.String(),
  lines: Type.Array(RefundLine),
  /** The sum of the lines, and the percentage of it. */
  loss: Money(),
  percent: Type.Number(),
  /** Least that a claim of all days together has to come to, the same on each day. */
  min: Money(),
  /** Most that the day brings. */
  max: Money(),
  /** The percentage of the loss, rounded down, at most `max`. */
  amount: Money(),
  /** The last day on which it can be claimed, YYYY-MM-DD; later for each day of an active bonus. */
  until: Type.String(),
})

export const checkRefund = endpoint({
  method: 'GET',
  path: '/api/refund/check',
  summary:
    'Cashback that can be claimed, and cashback that was claimed and is not in the wallet yet, line by line (rules.md §10)',
  access: 'member',
  answer: Type.Object({
    /** Whether there is enough to claim, as far as the amount goes. */
    result: Type.Boolean(),
    /** Whether a bonus is active, which closes the claim. */
    bonus: Type.Boolean(),
    /** Sanitised HTML in the caller's language. */
    info: Type.String(),
    /** Claimed, and not in the wallet yet. */
    refundAmount: Money(),
    refundSuccess: Type.Number(),
    refundFail: Type.Number(),
    /**
     * What can be claimed once it comes to the minimum, and the days that it is made of, newest first: at
     * most 31, and those that bonuses have kept from being claimed.
     */
    claimable: Money(),
    days: Type.Array(RefundDay),
    /** The condition of money that is moved to the wallet; null: no refund campaign is active. */
    condition: Nullable(MemberCondition),
    /**
     * What the active campaign gives: the percentage of a day's loss, the most that a day brings, and the
     * least that a claim of all days together has to come to; null as above.
     */
    terms: Type.Optional(Nullable(Type.Object({ percent: Type.Number(), min: Money(), max: Money() }))),
    /** Of the campaign; null as above. */
    version: Nullable(Type.Integer()),
    currency: Currency,
  }),
  errors: [],
})

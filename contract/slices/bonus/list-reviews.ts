import type { Static } from 'typebox'
import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

/** A free credit or code that a person has to let, or has refused (rules.md §7.5). */
export const BonusReview = Type.Object({
  _id: Type.String(),
  source: Type.Enum(['bonus', 'promotion']),
  /** Of the campaign. */
  code: Type.String(),
  title: Type.String(),
  amount: Money(),
  currency: Currency,
  state: Type.Enum(['WAITING', 'REFUSED']),
  createdAt: Timestamp(),
  /** Null while it waits. */
  refusedAt: Nullable(Timestamp()),
})
export type BonusReview = Static<typeof BonusReview>

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/bonus/reviews',
  summary:
    'The member’s free credit or code that waits for a person, and those that were refused in the last 7 days',
  access: 'member',
  answer: Type.Array(BonusReview),
  errors: [],
})

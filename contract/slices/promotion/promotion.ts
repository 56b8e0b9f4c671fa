import type { Static } from 'typebox'
import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { MemberCondition } from '../bonus/bonus.ts'

/** A promotion code, as a member finds it (product.md §3). */
export const Promotion = Type.Object({
  code: Type.String(),
  version: Type.Integer(),
  title: Type.String(),
  /** Sanitised HTML in the caller's language. */
  description: Type.String(),
  percentFail: Type.Number(),
  amount: Money(),
  condition: MemberCondition,
  /** Only a member with this or less in all may use it. */
  maxTotal: Money(),
  /** What the member has in all now, with what is staked on open bets as far as it shows. */
  total: Type.Optional(Money()),
  currency: Currency,
  endsAt: Nullable(Timestamp()),
})
export type Promotion = Static<typeof Promotion>

/** Upper-cased by the server, too. */
export const PromotionParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) })

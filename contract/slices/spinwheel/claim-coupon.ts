import { endpoint, Money, Type } from '../../endpoint.ts'
import { ExpectedBonus } from '../bonus/bonus.ts'
import { couponKinds } from '../campaign/kinds.ts'

/** Why a coupon was not claimed. */
export const claimErrors = [
  'NO_CLAIMABLE_COUPON',
  'INVALID_PRIZE_CODE',
  'INVALID_CODE',
  'INVALID_COUPON_TYPE',
  'COUPON_EXPIRED',
  'BONUS_REMAINING',
  'BONUS_ALREADY_ACTIVE',
  'BONUS_FULL',
  'BONUS_MAX_CLAIMED',
] as const

export const claimCoupon = endpoint({
  method: 'POST',
  path: '/api/spinwheel/coupon/claim',
  summary: 'Claims a coupon once (rules.md §11.3)',
  access: 'member',
  movesMoney: true,
  expected: ExpectedBonus,
  body: Type.Object({ coupon: Type.String({ maxLength: 64, description: 'Its _id' }) }),
  answer: Type.Union([
    Type.Object({
      success: Type.Literal(true),
      type: Type.Enum(couponKinds),
      amount: Money(),
      /** REQUESTED: the operator delivers it. */
      state: Type.Enum(['CLAIMED', 'REQUESTED']),
    }),
    Type.Object({ success: Type.Literal(false), error: Type.Enum(claimErrors) }),
  ]),
  errors: ['FIGURES_CHANGED', 'IDEMPOTENCY_CONFLICT', 'UNDER_WAY'],
})

import type { Static } from 'typebox'
import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { MemberCondition } from '../bonus/bonus.ts'
import { couponKinds, prizeKinds } from '../campaign/kinds.ts'

/** The wheel as members see it (product.md §3 Spin wheel, rules.md §11). Texts in the caller's language. */

export const SpinSlice = Type.Object({
  code: Type.String(),
  label: Type.String(),
  bgColor: Type.String(),
  textColor: Type.String(),
  /** Sanitised HTML. */
  htmlDescription: Type.String(),
  /** Its share of the draw now: 0 where its stock is used up, and what it had is the fallback's. */
  weight: Type.Integer(),
  /** How often it can be won still; null: without end. */
  stock: Nullable(Type.Integer()),
  prize: Type.Enum(prizeKinds),
})
export type SpinSlice = Static<typeof SpinSlice>

/** A seed of the server that is not revealed yet. */
export const CommittedSeed = Type.Object({
  _id: Type.String(),
  /** SHA-256 of the server's seed (64 hexadecimal digits, taken as ASCII text), in hexadecimal digits. */
  serverSeedHash: Type.String(),
})
export type CommittedSeed = Static<typeof CommittedSeed>

/** The member's seed in force: its commitment, and the number of the next spin under it. */
export const SpinSeed = Type.Object({ ...CommittedSeed.properties, nonce: Type.Integer() })
export type SpinSeed = Static<typeof SpinSeed>

export const Spinwheel = Type.Object({
  code: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  slices: Type.Array(SpinSlice),
  /** The slice that takes the weight of those whose stock is used up. */
  fallback: Type.String(),
  couponDays: Type.Integer(),
  currency: Currency,
})
export type Spinwheel = Static<typeof Spinwheel>

/**
 * What a spin won (product.md §3). AVAILABLE: can be claimed. REQUESTED: an item that the operator delivers.
 */
export const Coupon = Type.Object({
  _id: Type.String(),
  prize: Type.Object({ name: Type.String(), slice: Type.String() }),
  type: Type.Enum(couponKinds),
  /** Money, or coins; 0 for a bonus or an item. */
  amount: Money(),
  currency: Currency,
  /**
   * What a claim brings under a condition: the prize itself, or the bonus that it stands for, as it was won.
   * Null: nothing of the kind, or the bonus of a coupon from before there were reservations is closed.
   */
  under: Nullable(
    Type.Object({
      /** Of the campaign that gives it. */
      version: Type.Integer(),
      condition: MemberCondition,
      /** The money that comes in; null: the next deposit decides it. */
      amount: Nullable(Money()),
      /** Only a member with this or less in all may claim it; null: anybody. */
      maxTotal: Nullable(Money()),
    }),
  ),
  /** The version of the wheel that it was won at. */
  version: Type.Integer(),
  state: Type.Enum(['AVAILABLE', 'REQUESTED', 'CLAIMED', 'EXPIRED']),
  createdAt: Timestamp(),
  /** As far as it is known now: while another bonus keeps the coupon from being claimed, it moves on. */
  expiresAt: Timestamp(),
  /** Another bonus keeps it, and its time stands still; it expires then at the latest. Null: none does. */
  heldUntil: Nullable(Timestamp()),
})
export type Coupon = Static<typeof Coupon>

/** A past spin with everything that it can be calculated from again. */
export const PastSpin = Type.Object({
  _id: Type.String(),
  createdAt: Timestamp(),
  seedId: Type.String(),
  serverSeedHash: Type.String(),
  /** Null until the seed is rotated. */
  serverSeed: Nullable(Type.String()),
  clientSeed: Type.String(),
  nonce: Type.Integer(),
  /** The slices and weights that were drawn from, in their order. */
  slices: Type.Array(Type.Object({ code: Type.String(), label: Type.String(), weight: Type.Integer() })),
  code: Type.String(),
  label: Type.String(),
})
export type PastSpin = Static<typeof PastSpin>

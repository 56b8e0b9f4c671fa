import { Timestamp, Type } from '../../../endpoint.ts'

/**
 * A note about a remembered payer, e.g. how the two are related. One line without signs that turn its
 * direction; shown as it was typed.
 */
export const PayerNote = Type.String({
  maxLength: 100,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$',
})

/**
 * Why the sender of a transfer cannot be remembered (rules.md §17.11). `INCOMPLETE`: bank or account number
 * are not shown whole, so that other people's accounts look the same. `HOUSE`: it is, or may be, an account
 * of the house. `MEMBER`: it is, or may be, the account that a member registered.
 */
export const payerRefusals = ['INCOMPLETE', 'HOUSE', 'MEMBER'] as const
export type PayerRefusal = (typeof payerRefusals)[number]

/**
 * That a sender pays for a member, as a person said it. It credits nothing by itself (docs/decisions/0028).
 */
export const RememberedPayer = Type.Object({
  _id: Type.String(),
  /** Name of the operator who decided the credit with which it was remembered. */
  by: Type.String(),
  at: Timestamp(),
  /** Empty where nothing was said. */
  note: Type.String(),
  /** Whether another member has registered the account since: it is that member's money then. */
  isOthers: Type.Boolean(),
})

import { endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

/** An uploaded slip (spec.md §3). */
export const Slip = Type.Object({
  _id: Type.String(),
  createdAt: Timestamp(),
  /** 0 until it is known. */
  amount: Money(),
  /** PENDING is shown as in progress, also while an operator decides. */
  status: Type.Union([Type.Literal('PENDING'), Type.Literal('SUCCESS'), Type.Literal('FAILED')]),
  /** Why it failed: a reason of spec.md §8. */
  note: Nullable(Type.String()),
  /** Address of the picture, for a new tab; works for ten minutes. */
  link: Nullable(Type.String()),
  reference: Nullable(Type.String()),
})

export const listSlips = endpoint({
  method: 'POST',
  path: '/api/statement/slip',
  summary: 'The member’s uploaded slips, newest first',
  access: 'member',
  mutates: false,
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  answer: Type.Object({ total: Type.Integer(), slips: Type.Array(Slip) }),
  errors: [],
})

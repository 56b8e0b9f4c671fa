import { Currency, endpoint, Money, Timestamp, Type } from '../../endpoint.ts'

/** What an invited friend brought on one Bangkok day, with what it was calculated from (rules.md §9). */
export const Invite = Type.Object({
  _id: Type.String(),
  /** The friend's name, shortened so that it names nobody: `สม***`. */
  from: Type.Object({ name: Type.String() }),
  amount: Money(),
  createdAt: Timestamp(),
  /** The day, YYYY-MM-DD, its stakes and wins, and the percentage of the loss. */
  day: Type.String(),
  stake: Money(),
  win: Money(),
  percent: Type.Number(),
})

export const listInvites = endpoint({
  method: 'POST',
  path: '/api/invite',
  summary: 'What the member’s invited friends brought, newest first',
  access: 'member',
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  answer: Type.Object({
    total: Type.Integer(),
    invites: Type.Array(Invite),
    /** How many friends registered by the member's link. */
    friends: Type.Integer(),
    /** What can be received now. */
    amount: Money(),
    currency: Currency,
  }),
  errors: [],
})

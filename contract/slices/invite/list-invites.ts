import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

/** The money that an invited friend brought on one Bangkok day, with the figures behind it (rules.md §9). */
export const Invite = Type.Object({
  _id: Type.String(),
  /** The friend's name, shortened so that it names nobody: `สม***`. */
  from: Type.Object({ name: Type.String() }),
  amount: Money(),
  createdAt: Timestamp(),
  /**
   * The day, YYYY-MM-DD, its stakes and wins. The loss is the stakes less the wins, `bonusLoss` and
   * `carried`; `percent` of it is the amount.
   */
  day: Type.String(),
  stake: Money(),
  win: Money(),
  /** The part of the loss that was made with a bonus, and does not count. */
  bonusLoss: Money(),
  /** Wins of the friend's earlier days of the month that were set against the loss. */
  carried: Money(),
  percent: Type.Number(),
})

export const listInvites = endpoint({
  method: 'POST',
  path: '/api/invite',
  summary: 'Money that the member’s invited friends brought, newest first',
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
    /** The sum that can be received now. */
    amount: Money(),
    /**
     * What the active campaign gives for a friend’s day: the percentage of the loss, and the least and most
     * that is paid; null: none is active.
     */
    terms: Nullable(Type.Object({ percent: Type.Number(), min: Money(), max: Money() })),
    /** What the campaign says of itself: sanitised HTML in the caller's language, empty as above. */
    info: Type.Optional(Type.String()),
    currency: Currency,
  }),
  errors: [],
})

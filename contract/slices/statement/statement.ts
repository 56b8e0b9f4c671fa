import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

export const StatementType = Type.Union([
  Type.Literal('deposit'),
  Type.Literal('bonus'),
  Type.Literal('finish_bonus'),
  Type.Literal('withdraw'),
  Type.Literal('transfer'),
])

/**
 * Why a movement failed, by the codes that the statement has texts for. Other answers of the outside are not
 * shown to members.
 */
export const statementReasons = [
  'PROVIDER_REFUSED',
  'UNKNOWN_ID',
  'OPERATOR_REFUSED',
  'BANK_REFUSED',
  'ACCOUNT_CLOSED',
  // reasons of the desk for not paying a withdrawal (`reasonCodes`)
  'BANK_ACCOUNT_WRONG',
  'BONUS_CHECK',
  'TURNOVER_MISSING',
  'IDENTITY_UNCLEAR',
  'MEMBER_WITHDREW',
  // two operators took it back
  'REVERSED',
] as const
export type StatementReason = (typeof statementReasons)[number]

/** One row of the statement (product.md §3). `_id` names its journal. */
export const Statement = Type.Object({
  _id: Type.String(),
  statementType: StatementType,
  /** PENDING is shown as in progress. */
  status: Type.Union([Type.Literal('PENDING'), Type.Literal('SUCCESS'), Type.Literal('FAILED')]),
  /** Why it failed, one of `statementReasons`; null if it did not fail or the reason is not known. */
  reason: Nullable(Type.Unsafe<StatementReason>(Type.String())),
  /** Id of the withdrawal, QR code, slip, gift or transfer behind it; null if there is none. */
  sourceId: Nullable(Type.String()),
  /** WALLET, a game code, a bank code, a gateway code, GIFT, or empty. */
  from: Type.String(),
  to: Type.String(),
  /**
   * How a deposit came in, WALLET: from a payment wallet; null for rows that are not deposits. `from` of a QR
   * payment is its gateway, whose name members do not know.
   */
  method: Nullable(Type.Enum(['BANK', 'QR', 'GIFT', 'WALLET'])),
  amount: Money(),
  currency: Currency,
  createdAt: Timestamp(),
  /** The source of a bonus row, if it has a description. */
  bonus: Type.Optional(Type.Object({ description: Type.String() })),
  promotion: Type.Optional(Type.Object({ description: Type.String() })),
  invite: Type.Optional(Type.Object({ description: Type.String() })),
  refund: Type.Optional(Type.Object({ description: Type.String() })),
  luckydraw: Type.Optional(Type.Object({ description: Type.String() })),
})

const Day = Type.String({ pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })

/** A time of the statement: a month, or days; all of it without either. */
export const StatementPeriod = {
  /** YYYY-MM, a Bangkok month. */
  month: Type.Optional(Type.String({ pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])$' })),
  /** YYYY-MM-DD, the first Bangkok day. */
  from: Type.Optional(Day),
  /** YYYY-MM-DD, the last Bangkok day, which is part of it. */
  until: Type.Optional(Day),
}

/** The filters of the statement. */
export const StatementFilter = {
  type: Type.Optional(StatementType),
  ...StatementPeriod,
  /**
   * Rows with this amount, this number, or a bank or game whose name has these letters in the caller’s
   * language.
   */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
}

/** One ledger entry of a row, as the member may see it. */
export const StatementEntry = Type.Object({
  at: Timestamp(),
  /** A member's own account (`wallet`, `game:PG`, `in-transit:PG`, `withdrawing`, …). */
  account: Type.String(),
  amount: Money(),
  balanceAfter: Money(),
  /**
   * The account at the other end: another account of the member, or the kind of house account (`bank`,
   * `gateway`, `gift`, `payout`, `provider`, …).
   */
  counterpart: Type.String(),
})

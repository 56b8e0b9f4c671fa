import { Currency, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'

export const StatementType = Type.Union([
  Type.Literal('deposit'),
  Type.Literal('bonus'),
  Type.Literal('finish_bonus'),
  Type.Literal('withdraw'),
  Type.Literal('transfer'),
])

/** Why a movement failed, by the codes that a statement has words for. What the other side says besides stays inside. */
export const statementReasons = [
  'PROVIDER_REFUSED',
  'UNKNOWN_ID',
  'OPERATOR_REFUSED',
  'BANK_REFUSED',
  'ACCOUNT_CLOSED',
  // two people took it back
  'REVERSED',
] as const
export type StatementReason = (typeof statementReasons)[number]

/** One row of the statement (product.md §3). `_id` names its journal. */
export const Statement = Type.Object({
  _id: Type.String(),
  statementType: StatementType,
  /** PENDING is shown as in progress. */
  status: Type.Union([Type.Literal('PENDING'), Type.Literal('SUCCESS'), Type.Literal('FAILED')]),
  /** Why it failed, one of `statementReasons`; null: it did not, or no more is known. */
  reason: Nullable(Type.Unsafe<StatementReason>(Type.String())),
  /** Id of the withdrawal, QR code, slip, gift or transfer behind it; null: there is none. */
  sourceId: Nullable(Type.String()),
  /** WALLET, a game code, a bank code, a gateway code, GIFT, or empty. */
  from: Type.String(),
  to: Type.String(),
  /** How a deposit came in, WALLET: from a payment wallet; null for what is none. `from` of a QR payment is its gateway, which members do not know. */
  method: Nullable(Type.Enum(['BANK', 'QR', 'GIFT', 'WALLET'])),
  amount: Money(),
  currency: Currency,
  createdAt: Timestamp(),
  /** What a bonus row comes from, where it has a description. */
  bonus: Type.Optional(Type.Object({ description: Type.String() })),
  promotion: Type.Optional(Type.Object({ description: Type.String() })),
  invite: Type.Optional(Type.Object({ description: Type.String() })),
  refund: Type.Optional(Type.Object({ description: Type.String() })),
  luckydraw: Type.Optional(Type.Object({ description: Type.String() })),
})

/** What the statement can be narrowed to. */
export const StatementFilter = {
  type: Type.Optional(StatementType),
  /** YYYY-MM, a Bangkok month. */
  month: Type.Optional(Type.String({ pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])$' })),
}

/** One step of a row in the ledger, as the member may see it. */
export const StatementEntry = Type.Object({
  at: Timestamp(),
  /** A member's own account (`wallet`, `game:PG`, `in-transit:PG`, `withdrawing`, …). */
  account: Type.String(),
  amount: Money(),
  balanceAfter: Money(),
  /** What stands at the other end: another own account, or the house's kind (`bank`, `gateway`, `gift`, `payout`, `provider`, …). */
  counterpart: Type.String(),
})

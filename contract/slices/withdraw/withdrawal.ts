import { Money, Type } from '../../endpoint.ts'

export const WithdrawalStatus = Type.Union([
  Type.Literal('PENDING'),
  Type.Literal('APPROVED'),
  Type.Literal('SUCCESS'),
  Type.Literal('FAILED'),
])

/** A withdrawal as the member sees it; its outcome shows in the statement. */
export const WithdrawalAnswer = Type.Object({
  withdrawalId: Type.String(),
  status: WithdrawalStatus,
  amount: Money(),
})

/** The error codes of both ways to withdraw. */
export const withdrawalErrors = [
  'WITHDRAW_MINIMUM',
  'WITHDRAW_MAXIMUM',
  'WITHDRAW_DAILY_COUNT',
  'WITHDRAW_DAILY_SUM',
  /** With `current` and `required` in the member's currency, and the condition's `mode`. */
  'BONUS_CONDITION',
  'MONEY_NOT_ENOUGH',
  'NO_BANK',
  'IDEMPOTENCY_CONFLICT',
  'UNDER_WAY',
] as const

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

/** Codes that both ways of withdrawing are refused with. */
export const withdrawalErrors = [
  'WITHDRAW_MINIMUM',
  'WITHDRAW_MAXIMUM',
  'WITHDRAW_DAILY_COUNT',
  'WITHDRAW_DAILY_SUM',
  'MONEY_NOT_ENOUGH',
  'NO_BANK',
  'IDEMPOTENCY_CONFLICT',
  'UNDER_WAY',
] as const

import { endpoint, Money, Type } from '../../endpoint.ts'

export const claimRefund = endpoint({
  method: 'GET',
  path: '/api/refund/receive',
  summary: 'Claims the cashback of past days; it waits in the member’s refund account (rules.md §10)',
  access: 'member',
  movesMoney: true,
  /** The sum of the days. */
  expected: Type.Object({ amount: Money() }),
  answer: Type.Object({ message: Type.Literal('REFUND_SUCCESS'), amount: Money() }),
  errors: [
    'NO_REFUND',
    'REFUND_CONDITION',
    'REFUND_INACTIVE',
    'REFUND_MINIMUM',
    'FIGURES_CHANGED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})

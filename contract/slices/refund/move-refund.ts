import { endpoint, Money, Type } from '../../endpoint.ts'
import { ExpectedBonus } from '../bonus/bonus.ts'

export const moveRefund = endpoint({
  method: 'GET',
  path: '/api/refund/addWallet',
  summary: 'Moves claimed cashback to the wallet, under the condition of the refund campaign (rules.md §10)',
  access: 'member',
  movesMoney: true,
  expected: ExpectedBonus,
  answer: Type.Object({ message: Type.Literal('REFUND_SUCCESS'), amount: Money() }),
  errors: [
    'NO_REFUND',
    'REFUND_INACTIVE',
    'BONUS_ALREADY_ACTIVE',
    'FIGURES_CHANGED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})

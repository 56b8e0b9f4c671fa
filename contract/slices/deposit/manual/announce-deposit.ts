import { Amount, endpoint, Type } from '../../../endpoint.ts'

export const announceDeposit = endpoint({
  method: 'POST',
  path: '/api/wallet/add',
  summary: 'Announces a manual deposit that an operator confirms (rules.md §5.5)',
  access: 'member',
  movesMoney: true,
  body: Type.Object({ amount: Amount() }),
  answer: Type.Object({ depositId: Type.String(), status: Type.Literal('PENDING') }),
  errors: [
    'FORBIDDEN',
    'NO_USER',
    'DEPOSIT_MINIMUM',
    'DEPOSIT_MAXIMUM',
    'DEPOSIT_ANNOUNCED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})

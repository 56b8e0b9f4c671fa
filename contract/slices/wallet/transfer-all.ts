import { endpoint, Money, Type } from '../../endpoint.ts'
import { TransferAnswer } from './transfer.ts'

export const transferAll = endpoint({
  method: 'POST',
  path: '/api/wallet/transferAll',
  summary: 'Moves the whole wallet to one game',
  access: 'member',
  movesMoney: true,
  /** What the wallet has. */
  expected: Type.Object({ amount: Money() }),
  body: Type.Object({ to: Type.String({ maxLength: 16 }) }),
  answer: TransferAnswer,
  errors: [
    'NO_GAME',
    'TRANSFER_MINIMUM',
    'SLOT_NO_ACCOUNT',
    'MONEY_NOT_ENOUGH',
    'TRANSFER_FAIL',
    'FIGURES_CHANGED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})

import { Amount, endpoint, Type } from '../../endpoint.ts'
import { WithdrawalAnswer, withdrawalErrors } from './withdrawal.ts'

export const withdraw = endpoint({
  method: 'POST',
  path: '/api/wallet/withdraw',
  summary: 'Withdraws from the wallet to the registered bank account (rules.md §6)',
  access: 'member',
  movesMoney: true,
  body: Type.Object({ amount: Amount() }),
  answer: WithdrawalAnswer,
  errors: withdrawalErrors,
})

import { Amount, endpoint, Type } from '../../endpoint.ts'
import { WithdrawalAnswer, withdrawalErrors } from './withdrawal.ts'

export const withdrawAll = endpoint({
  method: 'POST',
  path: '/api/wallet/withdrawAll',
  summary: 'Brings home from games what the wallet lacks, then withdraws the amount (rules.md §6.1)',
  access: 'member',
  movesMoney: true,
  body: Type.Object({ amount: Amount() }),
  answer: WithdrawalAnswer,
  errors: [...withdrawalErrors, 'GAME_PENDING'],
})

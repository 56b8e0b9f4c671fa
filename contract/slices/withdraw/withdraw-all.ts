import { Amount, endpoint, Type } from '../../endpoint.ts'
import { WithdrawalAnswer, withdrawalErrors } from './withdrawal.ts'

export const withdrawAll = endpoint({
  method: 'POST',
  path: '/api/wallet/withdrawAll',
  summary: 'Brings every game balance home, then withdraws the amount (rules.md §6.1)',
  access: 'member',
  mutates: true,
  movesMoney: true,
  body: Type.Object({ amount: Amount() }),
  answer: WithdrawalAnswer,
  errors: [...withdrawalErrors, 'GAME_PENDING'],
})

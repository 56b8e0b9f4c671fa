import { endpoint } from '../../endpoint.ts'
import { GameLoginAccount, GameParams } from './game-account.ts'

export const resetGamePassword = endpoint({
  method: 'GET',
  path: '/api/wallet/resetpassword/:code',
  summary: 'Sets a new password at the provider',
  access: 'member',
  params: GameParams,
  answer: GameLoginAccount,
  errors: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL'],
})

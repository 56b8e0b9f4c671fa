import { endpoint } from '../../endpoint.ts'
import { GameLoginAccount, GameParams } from './game-account.ts'

export const resetGamePassword = endpoint({
  method: 'GET',
  path: '/api/wallet/resetpassword/:code',
  summary: 'Sets a new password at the provider',
  access: 'member',
  limit: { per: 'member', name: 'game-password', perMinute: 'game.passwordsPerMinute' },
  params: GameParams,
  answer: GameLoginAccount,
  errors: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL', 'REQUEST_LIMIT_1MIN'],
})

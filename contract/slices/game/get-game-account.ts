import { endpoint } from '../../endpoint.ts'
import { GameLoginAccount, GameParams } from './game-account.ts'

export const getGameAccount = endpoint({
  method: 'GET',
  path: '/api/wallet/account/:code',
  summary: 'Username and password of the member’s account at a provider',
  access: 'member',
  params: GameParams,
  answer: GameLoginAccount,
  errors: ['NO_GAME', 'SLOT_NO_ACCOUNT'],
})

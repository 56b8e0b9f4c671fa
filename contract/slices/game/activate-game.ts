import { endpoint } from '../../endpoint.ts'
import { GameLoginAccount, GameParams } from './game-account.ts'

export const activateGame = endpoint({
  method: 'GET',
  path: '/api/wallet/activate/:code',
  summary: 'Opens the member’s account at a provider, once',
  access: 'member',
  params: GameParams,
  answer: GameLoginAccount,
  errors: ['NO_GAME', 'SLOT_ALREADY_ACTIVE', 'SLOT_BEING_OPENED', 'SLOT_ACTIVATE_FAIL'],
})

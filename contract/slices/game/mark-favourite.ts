import { endpoint, Ok } from '../../endpoint.ts'
import { GameParams } from './game-account.ts'

export const markFavourite = endpoint({
  method: 'PUT',
  path: '/api/wallet/favourite/:code',
  summary: 'Marks a game provider as a favourite of the member (rules.md §4.7)',
  access: 'member',
  params: GameParams,
  answer: Ok,
  errors: ['NO_GAME'],
})

import { endpoint, Ok } from '../../endpoint.ts'
import { GameParams } from './game-account.ts'

export const unmarkFavourite = endpoint({
  method: 'DELETE',
  path: '/api/wallet/favourite/:code',
  summary: 'Takes the mark of a favourite from a game provider (rules.md §4.7)',
  access: 'member',
  params: GameParams,
  answer: Ok,
  errors: ['NO_GAME'],
})

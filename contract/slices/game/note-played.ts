import { endpoint, Ok } from '../../endpoint.ts'
import { GameParams } from './game-account.ts'

export const notePlayed = endpoint({
  method: 'PUT',
  path: '/api/wallet/played/:code',
  summary: 'Says that the member enters a game by its web page; an auto-login says so itself (rules.md §4.7)',
  access: 'member',
  params: GameParams,
  answer: Ok,
  errors: ['NO_GAME', 'SLOT_NO_ACCOUNT'],
})

import { endpoint, Type } from '../../endpoint.ts'
import { Bonus } from './bonus.ts'

export const listBonuses = endpoint({
  method: 'GET',
  path: '/api/bonus',
  summary: 'The bonuses on offer in the member’s currency, each with the member’s own bonus of it',
  access: 'member',
  answer: Type.Array(Bonus),
  errors: [],
})

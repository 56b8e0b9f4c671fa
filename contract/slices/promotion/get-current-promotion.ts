import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { OpenBonus } from '../bonus/bonus.ts'

export const getCurrentPromotion = endpoint({
  method: 'GET',
  path: '/api/promotion/current',
  summary: 'The member’s active promotion, if there is one',
  access: 'member',
  answer: Type.Object({ promotion: Nullable(OpenBonus) }),
  errors: [],
})

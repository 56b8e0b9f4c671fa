import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { bonusSources, OpenBonus } from './bonus.ts'

export const checkActiveBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/check/active',
  summary: 'Says whether the member has an armed or active bonus, with its kind and progress',
  access: 'member',
  answer: Type.Object({
    status: Type.Boolean(),
    type: Nullable(Type.Enum(bonusSources)),
    bonus: Nullable(OpenBonus),
  }),
  errors: [],
})

import { endpoint, Type } from '../../endpoint.ts'
import { PastSpin } from './wheel.ts'

export const listSpins = endpoint({
  method: 'POST',
  path: '/api/spinwheel/spins',
  summary:
    'The member’s past spins, newest first, with the values from which anybody can calculate them again',
  access: 'member',
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  answer: Type.Object({ total: Type.Integer(), spins: Type.Array(PastSpin) }),
  errors: [],
})

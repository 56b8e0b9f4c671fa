import { endpoint, Type } from '../../endpoint.ts'

export const getActiveWheel = endpoint({
  method: 'GET',
  path: '/api/spinwheel/active',
  summary: 'Says whether a wheel is active in the member’s currency',
  access: 'member',
  answer: Type.Object({ isActive: Type.Boolean() }),
  errors: [],
})

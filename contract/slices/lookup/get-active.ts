import { endpoint, Type } from '../../endpoint.ts'

export const getActive = endpoint({
  method: 'GET',
  path: '/api/lookup/active',
  summary: 'Says whether the service is in operation; 410 GONE when it is terminated',
  access: 'visitor',
  answer: Type.Object({ isActive: Type.Boolean() }),
  errors: ['GONE'],
})

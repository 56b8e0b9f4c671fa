import { endpoint, Type } from '../../endpoint.ts'

export const getInfo = endpoint({
  method: 'GET',
  path: '/api/lookup/info',
  summary: 'Name and website of the operator',
  access: 'visitor',
  answer: Type.Object({ name: Type.String(), website: Type.String() }),
  errors: [],
})

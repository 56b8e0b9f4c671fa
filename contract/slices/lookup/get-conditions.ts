import { endpoint, Type } from '../../endpoint.ts'

export const getConditions = endpoint({
  method: 'GET',
  path: '/api/lookup/conditions',
  summary: 'Conditions of use, sanitised HTML, in the caller’s language',
  access: 'visitor',
  answer: Type.Object({ conditions: Type.Array(Type.String()) }),
  errors: [],
})

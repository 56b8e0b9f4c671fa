import { endpoint, Type } from '../../endpoint.ts'

export const getSources = endpoint({
  method: 'GET',
  path: '/api/lookup/sources',
  summary: 'The places where a new member may have heard of us; descriptions in the caller’s language',
  access: 'visitor',
  answer: Type.Array(Type.Object({ code: Type.String(), description: Type.String() })),
  errors: [],
})

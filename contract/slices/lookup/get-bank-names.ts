import { endpoint, Type } from '../../endpoint.ts'

export const getBankNames = endpoint({
  method: 'GET',
  path: '/api/lookup/bankNames',
  summary: 'Names of all banks and gateways, in the caller’s language, also of those that are switched off',
  access: 'member',
  answer: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  errors: [],
})

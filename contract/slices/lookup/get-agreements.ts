import { endpoint, Type } from '../../endpoint.ts'

export const getAgreements = endpoint({
  method: 'GET',
  path: '/api/lookup/agreements',
  summary: 'What a member agrees to after login, sanitised HTML paragraphs, in the caller’s language',
  access: 'visitor',
  answer: Type.Object({ agreements: Type.Array(Type.String()) }),
  errors: [],
})

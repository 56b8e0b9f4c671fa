import { endpoint, Type } from '../../endpoint.ts'

export const getAgreements = endpoint({
  method: 'GET',
  path: '/api/lookup/agreements',
  summary:
    'The agreement that a member makes after login: sanitised HTML paragraphs, in the caller’s language',
  access: 'visitor',
  answer: Type.Object({ agreements: Type.Array(Type.String()) }),
  errors: [],
})

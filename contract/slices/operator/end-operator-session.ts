import { endpoint, Ok, Type } from '../../endpoint.ts'

export const endOperatorSession = endpoint({
  method: 'DELETE',
  path: '/api/console/sessions/:id',
  summary: 'Ends one of the operator’s own sessions',
  access: 'operator',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  answer: Ok,
  errors: ['NO_DATA'],
})

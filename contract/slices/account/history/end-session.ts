import { endpoint, Ok, Type } from '../../../endpoint.ts'

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Logs one of the member’s devices out',
  access: 'member',
  params: Type.Object({ id: Type.String({ maxLength: 32 }) }),
  answer: Ok,
  errors: ['NO_DATA'],
})

import { endpoint, Ok, Type } from '../../endpoint.ts'

export const removeOperatorPasskey = endpoint({
  method: 'DELETE',
  path: '/api/console/passkeys/:id',
  summary: 'Removes one of the operator’s own passkeys, unless it is the only second factor',
  access: 'operator',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  answer: Ok,
  errors: ['CONFIRM_IDENTITY', 'NO_DATA', 'LAST_SECOND_FACTOR'],
})

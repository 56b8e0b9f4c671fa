import { endpoint, Ok, Type } from '../../../endpoint.ts'

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/remove',
  summary: 'Removes a passkey of the member; it can no longer log in',
  access: 'member',
  body: Type.Object({ _id: Type.String({ maxLength: 1400 }) }),
  answer: Ok,
  errors: ['NO_DATA'],
})

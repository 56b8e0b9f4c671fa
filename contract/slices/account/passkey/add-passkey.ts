import { endpoint, Ok, Type } from '../../../endpoint.ts'
import { NewCredential } from '../../../passkey.ts'

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'Keeps the passkey that the browser has made',
  access: 'member',
  body: Type.Object({ credential: NewCredential }),
  answer: Ok,
  errors: ['PASSKEY_INVALID', 'PASSKEY_FULL', 'PASSKEY_UNAVAILABLE'],
})

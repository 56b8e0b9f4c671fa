import { endpoint, Ok, Type } from '../../endpoint.ts'
import { NewCredential } from '../../passkey.ts'

export const addOperatorPasskey = endpoint({
  method: 'POST',
  path: '/api/console/passkeys',
  summary: 'Keeps the passkey that the browser has made, and ends the operator’s other sessions',
  access: 'operator',
  body: Type.Object({
    /** By which the operator tells it from others; at least one visible character. */
    name: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[^\\u0000-\\u001f]*[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$',
    }),
    credential: NewCredential,
  }),
  answer: Ok,
  errors: ['PASSKEY_INVALID', 'PASSKEY_UNAVAILABLE'],
})

import { endpoint, Type } from '../../../endpoint.ts'
import { NewPasskeyOptions } from '../../../passkey.ts'

export const preparePasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  summary: 'The options by which the browser makes a passkey, for a member who enters the password again',
  access: 'member',
  body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 128 }) }),
  answer: NewPasskeyOptions,
  errors: ['WRONG_PASSWORD', 'REQUEST_LIMIT', 'PASSKEY_FULL', 'PASSKEY_UNAVAILABLE'],
})

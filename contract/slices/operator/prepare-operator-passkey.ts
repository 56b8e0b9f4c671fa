import { endpoint } from '../../endpoint.ts'
import { NewPasskeyOptions } from '../../passkey.ts'

export const prepareOperatorPasskey = endpoint({
  method: 'POST',
  path: '/api/console/passkeys/options',
  summary:
    'The options by which the browser makes a passkey of the operator, for a session that proved lately who sits there',
  access: 'operator',
  answer: NewPasskeyOptions,
  errors: ['CONFIRM_IDENTITY', 'PASSKEY_FULL', 'PASSKEY_UNAVAILABLE'],
})

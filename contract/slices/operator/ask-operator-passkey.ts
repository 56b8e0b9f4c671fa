import { endpoint } from '../../endpoint.ts'
import { PasskeyChallenge } from '../../passkey.ts'

export const askOperatorPasskey = endpoint({
  method: 'POST',
  path: '/api/console/confirm/options',
  summary: 'A challenge that a passkey of the operator signs to prove who sits at the session',
  access: 'operator',
  answer: PasskeyChallenge,
  errors: ['NO_DATA', 'PASSKEY_UNAVAILABLE'],
})

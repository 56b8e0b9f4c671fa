import { endpoint } from '../../../endpoint.ts'
import { PasskeyChallenge } from '../../../passkey.ts'

export const askPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  summary: 'A challenge that a passkey of this site signs to log in',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:passkey-options', perMinute: 'account.callsPerMinute' },
  answer: PasskeyChallenge,
  errors: ['PASSKEY_UNAVAILABLE', 'REQUEST_LIMIT_1MIN'],
})

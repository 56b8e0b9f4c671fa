import { endpoint, Type } from '../../../endpoint.ts'
import { UsedCredential } from '../../../passkey.ts'

export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  summary: 'Exchanges a signed challenge for a session token',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:passkey-login', perMinute: 'account.callsPerMinute' },
  body: Type.Object({ credential: UsedCredential, remember: Type.Optional(Type.Boolean()) }),
  answer: Type.Object({
    token: Type.String(),
    /** The phone number, by which the login page greets next time. */
    username: Type.String(),
  }),
  errors: ['PASSKEY_INVALID', 'PASSKEY_UNAVAILABLE', 'INACTIVE_USER', 'REQUEST_LIMIT_1MIN'],
})

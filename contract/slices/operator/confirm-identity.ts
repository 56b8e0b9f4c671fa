import { endpoint, Ok, Type } from '../../endpoint.ts'
import { UsedCredential } from '../../passkey.ts'
import { FactorCode } from './operator.ts'

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/console/confirm',
  summary:
    'Proves who sits at the session: by a passkey or a code of the authenticator app where the operator has one, else by the password',
  access: 'operator',
  body: Type.Object({
    /** What a passkey has signed; it counts before the others. */
    credential: Type.Optional(UsedCredential),
    code: Type.Optional(FactorCode),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  }),
  answer: Ok,
  errors: [
    'SECOND_FACTOR_INVALID',
    'PASSKEY_INVALID',
    'PASSKEY_UNAVAILABLE',
    'WRONG_PASSWORD',
    'REQUEST_LIMIT',
  ],
})

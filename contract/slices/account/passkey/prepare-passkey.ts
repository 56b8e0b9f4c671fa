import { endpoint, Type } from '../../../endpoint.ts'

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Array(Type.String()),
})

export const preparePasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  summary: 'What the browser needs to make a passkey, for a member who enters the password again',
  access: 'member',
  body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 128 }) }),
  answer: Type.Object({
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
    /** Milliseconds. */
    timeout: Type.Integer(),
    attestation: Type.Literal('none'),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
    /** The member's own, so that a device makes no second one. */
    excludeCredentials: Type.Array(Descriptor),
  }),
  errors: ['WRONG_PASSWORD', 'REQUEST_LIMIT', 'PASSKEY_FULL', 'PASSKEY_UNAVAILABLE'],
})

import { Type } from './endpoint.ts'

/** The parts of WebAuthn that the calls of members and of operators share, by WebAuthn's names. */

/** Binary values of WebAuthn, in base64url. */
const Bytes = (most: number) => Type.String({ maxLength: most, pattern: '^[A-Za-z0-9_-]*$' })
const Id = Bytes(1400)

/** The parts of the browser's answers that are read. */
export const NewCredential = Type.Object({
  id: Id,
  response: Type.Object({
    clientDataJSON: Bytes(2000),
    attestationObject: Bytes(4000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 })),
  }),
})

export const UsedCredential = Type.Object({
  id: Id,
  response: Type.Object({
    clientDataJSON: Bytes(2000),
    authenticatorData: Bytes(2000),
    signature: Bytes(1000),
    userHandle: Type.Optional(Bytes(128)),
  }),
})

const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Array(Type.String()),
})

/** What the browser needs to make a passkey. */
export const NewPasskeyOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  /** Milliseconds. */
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  authenticatorSelection: Type.Object({
    /** required: the device can name it by itself; discouraged: it is used where the server has named it. */
    residentKey: Type.Union([Type.Literal('required'), Type.Literal('discouraged')]),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
  /** The person's own, so that a device makes no second one. */
  excludeCredentials: Type.Array(Descriptor),
})

/** A challenge that a passkey signs. */
export const PasskeyChallenge = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  /** Milliseconds. */
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
  /** Whose passkey is asked for; absent: any of this site. */
  allowCredentials: Type.Optional(Type.Array(Descriptor)),
})

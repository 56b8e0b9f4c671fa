import { Type } from '../../../endpoint.ts'

/** Binary values of WebAuthn, in base64url. */
const Bytes = (most: number) => Type.String({ maxLength: most, pattern: '^[A-Za-z0-9_-]*$' })
const Id = Bytes(1400)

/** The parts of the browser's answers that are read, by WebAuthn's names. */
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

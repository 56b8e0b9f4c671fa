import { endpoint, Nullable, Timestamp, Type } from '../../../endpoint.ts'
import { DeviceFacts, LoginWay } from './login-facts.ts'

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/account/devices',
  summary: 'The member’s devices that are logged in, the passkeys, and the latest logins, refused ones too',
  access: 'member',
  answer: Type.Object({
    sessions: Type.Array(
      Type.Object({
        _id: Type.String(),
        ...DeviceFacts,
        /** The network's part of the IP address; null for sessions from before addresses were kept. */
        address: Nullable(Type.String()),
        loggedInAt: Timestamp(),
        lastUsedAt: Timestamp(),
        /** The session of this call. */
        isOwn: Type.Boolean(),
      }),
    ),
    logins: Type.Array(
      Type.Object({
        _id: Type.String(),
        at: Timestamp(),
        way: LoginWay,
        succeeded: Type.Boolean(),
        ...DeviceFacts,
        address: Type.String(),
        /** The first one of its device. */
        isNew: Type.Boolean(),
      }),
    ),
    /** Whether passkeys can be used at this address at all. */
    passkeysPossible: Type.Boolean(),
    passkeys: Type.Array(
      Type.Object({
        _id: Type.String(),
        ...DeviceFacts,
        addedAt: Timestamp(),
        lastUsedAt: Nullable(Timestamp()),
      }),
    ),
  }),
  errors: [],
})

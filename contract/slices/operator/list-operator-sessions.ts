import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'

export const listOperatorSessions = endpoint({
  method: 'GET',
  path: '/api/console/sessions',
  summary: 'The operator’s sessions, that of the call first',
  access: 'operator',
  answer: Type.Array(
    Type.Object({
      _id: Type.String(),
      /** e.g. Chrome; null where the browser says nothing that is known */
      browser: Nullable(Type.String()),
      /** e.g. Windows */
      system: Nullable(Type.String()),
      /** The network's part of the IP address; null for sessions from before it was kept. */
      address: Nullable(Type.String()),
      loggedInAt: Timestamp(),
      /** When a person last did something in it, to a minute. */
      lastUsedAt: Timestamp(),
      /** The session of this call. */
      isOwn: Type.Boolean(),
    }),
  ),
  errors: [],
})

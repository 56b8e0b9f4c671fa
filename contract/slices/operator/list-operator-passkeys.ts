import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'

export const listOperatorPasskeys = endpoint({
  method: 'GET',
  path: '/api/console/passkeys',
  summary: 'The operator’s own passkeys, the latest first',
  access: 'operator',
  answer: Type.Object({
    /** Whether passkeys can be used at this address at all. */
    isPossible: Type.Boolean(),
    passkeys: Type.Array(
      Type.Object({
        _id: Type.String(),
        /** As the operator named it. */
        name: Type.String(),
        addedAt: Timestamp(),
        lastUsedAt: Nullable(Timestamp()),
      }),
    ),
  }),
  errors: [],
})

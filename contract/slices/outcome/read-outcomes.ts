import { endpoint, Type } from '../../endpoint.ts'

export const readOutcomes = endpoint({
  method: 'POST',
  path: '/api/outcomes/read',
  summary: 'Marks the member’s outcomes as read, the named ones or all',
  access: 'member',
  body: Type.Object({
    /** All of them if it is missing. Others’ ids have no effect. */
    ids: Type.Optional(
      Type.Array(Type.String({ pattern: '^[1-9]\\d{0,14}$' }), { minItems: 1, maxItems: 50 }),
    ),
  }),
  answer: Type.Object({ unread: Type.Integer() }),
  errors: [],
})

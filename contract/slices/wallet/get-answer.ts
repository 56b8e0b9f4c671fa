import { endpoint, Type } from '../../endpoint.ts'

export const getAnswer = endpoint({
  method: 'GET',
  path: '/api/wallet/answer/:key',
  summary:
    'The stored answer of the member’s call with an `Idempotency-Key`; asking does nothing else (rules.md §1.5)',
  access: 'member',
  params: Type.Object({ key: Type.String({ pattern: '^[\\x21-\\x7e]{1,128}$' }) }),
  answer: Type.Object({
    /**
     * Whether there is an answer. Without one the call may be under way, may still arrive, or may have failed
     * inside the server.
     */
    answered: Type.Boolean(),
    /** The HTTP status of the answer; 0 without one. */
    status: Type.Integer(),
    /** The body of the answer; null without one. */
    body: Type.Unknown(),
  }),
  errors: [],
})

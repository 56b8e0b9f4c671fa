import { endpoint, Ok, Type } from '../../endpoint.ts'

export const readMessages = endpoint({
  method: 'PUT',
  path: '/api/chat/read-customer/',
  summary: 'Says that the customer has read the conversation so far',
  access: 'customer',
  body: Type.Object({
    userId: Type.Optional(Type.String()),
    guestId: Type.Optional(Type.String()),
    /** Up to this number; without it everything that is there. */
    upTo: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  answer: Ok,
  errors: ['FORBIDDEN'],
})

import { endpoint, Type } from '../../endpoint.ts'
import { Conversation } from './message.ts'

export const listHistory = endpoint({
  method: 'POST',
  path: '/api/chat/history',
  summary: 'The messages of a customer’s conversation, newest first',
  access: 'customer',
  body: Type.Object({
    userId: Type.Optional(Type.String()),
    guestId: Type.Optional(Type.String()),
    limit: Type.Integer({ minimum: 1, maximum: 50 }),
    skip: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  }),
  answer: Type.Array(Conversation),
  errors: ['FORBIDDEN'],
})

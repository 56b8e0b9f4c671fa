import { endpoint, Type } from '../../endpoint.ts'
import { Conversation } from './message.ts'

export const listMessagesAfter = endpoint({
  method: 'GET',
  path: '/api/chat/messages',
  summary: 'Up to 100 messages after a number, oldest first: what a client missed while it was not connected',
  access: 'customer',
  query: Type.Object({ after: Type.String({ pattern: '^\\d{1,9}$' }) }),
  answer: Type.Object({
    messages: Type.Array(Conversation),
    /** The number of the newest message; 0: none. */
    last: Type.Integer(),
    /** Messages up to this number the operators have read. */
    readByOperator: Type.Integer(),
  }),
  errors: [],
})

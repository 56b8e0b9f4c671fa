import { endpoint, Type } from '../../endpoint.ts'
import { Conversation } from './message.ts'

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/chat/messages',
  summary:
    'Messages of a customer’s conversation, oldest first: up to 100 after a number, which a client missed; else 10 before a number, or the newest 10',
  access: 'customer',
  query: Type.Object({
    after: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
    before: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  }),
  answer: Type.Object({
    messages: Type.Array(Conversation),
    /** The number of the newest message; 0: none. */
    last: Type.Integer(),
    /** Messages up to this number the operators have read. */
    readByOperator: Type.Integer(),
    /** And up to this one the customer. */
    readByCustomer: Type.Integer(),
  }),
  errors: [],
})

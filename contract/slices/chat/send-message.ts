import { endpoint, Timestamp, Type } from '../../endpoint.ts'
import { ClientId, SentMessage } from './message.ts'

/** Fields of the conversation that the server knows by itself are accepted and ignored. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat/send-message',
  summary: 'Adds a customer’s message to the conversation; the same client id is added once',
  access: 'customer',
  // A message that is stored already counts no more (rules.md §12.2).
  limit: {
    per: 'customer',
    name: 'chat-message',
    perMinute: 'chat.messagesPerMinute',
    isCountedByHandler: true,
  },
  size: { bytes: 32_768, values: 200 },
  body: Type.Object({
    sender: Type.Optional(Type.Literal('customer')),
    /**
     * Needed for a message that may be sent again; without it the answer is 400, unless the operator has
     * switched that off.
     */
    clientId: Type.Optional(ClientId),
    message: SentMessage,
    userId: Type.Optional(Type.String()),
    guestId: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    deviceToken: Type.Optional(Type.String()),
    createdAt: Type.Optional(Type.String()),
    session_id: Type.Optional(Type.String()),
  }),
  answer: Type.Object({ createdAt: Timestamp(), number: Type.Integer(), session_id: Type.String() }),
  errors: ['FORBIDDEN', 'CHAT_CLOSED', 'CHAT_FILE_UNKNOWN', 'IDEMPOTENCY_CONFLICT', 'REQUEST_LIMIT_1MIN'],
})

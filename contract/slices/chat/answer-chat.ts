import { endpoint, Timestamp, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { ClientId, SentMessage } from './message.ts'
import { ChatParams } from './staff-chat.ts'

export const answerChat = endpoint({
  method: 'POST',
  path: '/api/console/chats/:id/messages',
  summary:
    'Answers a customer; the operator who answers first keeps the conversation. The same client id is added once',
  access: 'operator',
  roles: rights.answerChats,
  size: { bytes: 32_768, values: 200 },
  params: ChatParams,
  body: Type.Object({ clientId: ClientId, message: SentMessage }),
  answer: Type.Object({ createdAt: Timestamp(), number: Type.Integer(), session_id: Type.String() }),
  errors: ['FORBIDDEN', 'NO_DATA', 'CHAT_FILE_UNKNOWN', 'IDEMPOTENCY_CONFLICT'],
})

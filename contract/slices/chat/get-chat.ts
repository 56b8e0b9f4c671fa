import { endpoint, Type } from '../../endpoint.ts'
import { Conversation } from './message.ts'
import { ChatParams, StaffChat } from './staff-chat.ts'

export const getChat = endpoint({
  method: 'GET',
  path: '/api/console/chats/:id',
  summary:
    'A conversation with 50 of its messages, oldest first: the newest, those before a number, or after one',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: ChatParams,
  query: Type.Object({
    before: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
    after: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  }),
  answer: Type.Object({ chat: StaffChat, messages: Type.Array(Conversation) }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})

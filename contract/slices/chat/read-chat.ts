import { endpoint, Ok, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { ChatParams } from './staff-chat.ts'

export const readChat = endpoint({
  method: 'PUT',
  path: '/api/console/chats/:id/read',
  summary: 'Says that the staff have read a conversation up to a number; the customer sees it',
  access: 'operator',
  roles: rights.answerChats,
  params: ChatParams,
  body: Type.Object({ upTo: Type.Integer({ minimum: 0 }) }),
  answer: Ok,
  errors: ['FORBIDDEN', 'NO_DATA'],
})

import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { ChatParams, StaffChat } from './staff-chat.ts'

export const assignChat = endpoint({
  method: 'PUT',
  path: '/api/console/chats/:id/operator',
  summary: 'Gives a conversation to an operator who may answer it, or to nobody',
  access: 'operator',
  roles: rights.answerChats,
  params: ChatParams,
  body: Type.Object({ operatorId: Nullable(Type.String({ maxLength: 100 })) }),
  answer: StaffChat,
  errors: ['FORBIDDEN', 'NO_DATA', 'INACTIVE_USER'],
})

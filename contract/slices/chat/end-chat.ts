import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { ChatParams, StaffChat } from './staff-chat.ts'

export const endChat = endpoint({
  method: 'POST',
  path: '/api/console/chats/:id/end',
  summary: 'Ends the session of a conversation; the customer’s next message begins another one',
  access: 'operator',
  roles: rights.answerChats,
  params: ChatParams,
  /** The session that is looked at: one that began meanwhile is not ended. */
  body: Type.Object({ session_id: Type.String({ maxLength: 100 }) }),
  answer: StaffChat,
  errors: ['FORBIDDEN', 'NO_DATA'],
})

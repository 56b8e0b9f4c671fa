import { endpoint, Ok, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { ReplyParams } from './canned-reply.ts'

export const removeReply = endpoint({
  method: 'DELETE',
  path: '/api/console/chat-replies/:id',
  summary: 'Removes a canned reply, unless somebody else has changed it meanwhile',
  access: 'operator',
  roles: rights.editReplies,
  params: ReplyParams,
  /** As `basedOn` of a change. */
  query: Type.Object({ version: Type.String({ pattern: '^\\d{1,9}$' }) }),
  answer: Ok,
  errors: ['FORBIDDEN', 'INACTIVE_USER', 'NO_DATA', 'CHAT_REPLY_CHANGED'],
})

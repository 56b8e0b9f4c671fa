import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { CannedReply } from './canned-reply.ts'

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/console/chat-replies',
  summary: 'The canned replies, by shortcut, at most 200',
  access: 'operator',
  roles: rights.answerChats,
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  answer: Type.Object({ replies: Type.Array(CannedReply) }),
  errors: ['FORBIDDEN', 'REQUEST_LIMIT_1MIN'],
})

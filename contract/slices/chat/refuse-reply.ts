import { endpoint, Ok } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { ReplyDecision } from './approve-reply.ts'
import { ReplyParams } from './canned-reply.ts'
import { decidingErrors } from './text-decision.ts'

export const refuseReply = endpoint({
  method: 'POST',
  path: '/api/console/chat-replies/:id/refuse',
  summary:
    'Refuses a waiting canned reply or its change; the text in force goes on, and a reply that never was in force is removed',
  access: 'operator',
  roles: rights.decideChatTexts,
  params: ReplyParams,
  body: ReplyDecision,
  answer: Ok,
  errors: [...decidingErrors, 'CHAT_REPLY_CHANGED'],
})

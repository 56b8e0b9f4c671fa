import { endpoint, Type } from '../../endpoint.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { rights } from '../operator/roles.ts'
import { CannedReply, ReplyParams } from './canned-reply.ts'
import { approvingErrors } from './text-decision.ts'

/**
 * The version that the operator saw; another one meanwhile: CHAT_REPLY_CHANGED, with the reply as `latest`.
 */
export const ReplyDecision = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  reason: DeskReason,
})

export const approveReply = endpoint({
  method: 'POST',
  path: '/api/console/chat-replies/:id/approve',
  summary:
    'Approves a canned reply or its change that another person made, with its foreign hosts; from then on it may be inserted',
  access: 'operator',
  roles: rights.decideChatTexts,
  params: ReplyParams,
  body: ReplyDecision,
  answer: CannedReply,
  errors: [...approvingErrors, 'CHAT_REPLY_TAKEN', 'CHAT_REPLY_CHANGED'],
})

import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { CannedReply, ReplyParams, ReplyShortcut, ReplyTexts } from './canned-reply.ts'

export const changeReply = endpoint({
  method: 'PUT',
  path: '/api/console/chat-replies/:id',
  summary:
    'Changes a canned reply, unless somebody else has changed it meanwhile; a change that leads to a new foreign host waits for a second person',
  access: 'operator',
  roles: rights.editReplies,
  size: { bytes: 32_768, values: 20 },
  params: ReplyParams,
  body: Type.Object({
    /**
     * The version that the operator saw; another one meanwhile: CHAT_REPLY_CHANGED, with the reply as
     * `latest`.
     */
    basedOn: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
    shortcut: ReplyShortcut,
    texts: ReplyTexts,
  }),
  answer: CannedReply,
  errors: [
    'FORBIDDEN',
    'INACTIVE_USER',
    'NO_DATA',
    'CHAT_REPLY_EMPTY',
    'CHAT_REPLY_TAKEN',
    'CHAT_REPLY_CHANGED',
  ],
})

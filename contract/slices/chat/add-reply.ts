import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { CannedReply, ReplyShortcut, ReplyTexts } from './canned-reply.ts'

export const addReply = endpoint({
  method: 'POST',
  path: '/api/console/chat-replies',
  summary:
    'Adds a canned reply, with a text in one language at least; a reply that leads to a new foreign host waits for a second person',
  access: 'operator',
  roles: rights.editReplies,
  size: { bytes: 32_768, values: 20 },
  body: Type.Object({ shortcut: ReplyShortcut, texts: ReplyTexts }),
  answer: CannedReply,
  errors: ['FORBIDDEN', 'INACTIVE_USER', 'CHAT_REPLY_EMPTY', 'CHAT_REPLY_TAKEN', 'CHAT_REPLIES_FULL'],
})

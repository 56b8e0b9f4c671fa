import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'

/** Body: multipart/form-data with `file`. */
export const uploadStaffImage = endpoint({
  method: 'POST',
  path: '/api/console/chats/upload-image',
  summary: 'Takes a png, jpeg or gif of at most 10 MB for an operator’s message',
  access: 'operator',
  roles: rights.answerChats,
  answer: Type.Object({ path: Type.String() }),
  errors: ['FORBIDDEN', 'CHAT_FILE_MISSING', 'CHAT_FILE_UNSUPPORTED', 'PAYLOAD_TOO_LARGE', 'REQUEST_LIMIT'],
})

import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'

/** Body: multipart/form-data with `file`. */
export const uploadStaffVideo = endpoint({
  method: 'POST',
  path: '/api/console/chats/upload-video',
  summary: 'Takes a mp4 or quicktime of at most 20 MB for an operator’s message',
  access: 'operator',
  roles: rights.answerChats,
  answer: Type.Object({ path: Type.String() }),
  errors: ['FORBIDDEN', 'CHAT_FILE_MISSING', 'CHAT_FILE_UNSUPPORTED', 'PAYLOAD_TOO_LARGE', 'REQUEST_LIMIT'],
})

import { endpoint, Type } from '../../endpoint.ts'

/** Body: multipart/form-data with `file`. */
export const uploadChatImage = endpoint({
  method: 'POST',
  path: '/api/chat/upload-image',
  summary: 'Takes a png, jpeg or gif of at most 10 MB for a message',
  access: 'customer',
  limit: { per: 'customer', name: 'chat-upload', perMinute: 'chat.uploadsPerMinute' },
  answer: Type.Object({ path: Type.String() }),
  errors: [
    'CHAT_FILE_MISSING',
    'CHAT_FILE_UNSUPPORTED',
    'PAYLOAD_TOO_LARGE',
    'REQUEST_LIMIT',
    'REQUEST_LIMIT_1MIN',
  ],
})

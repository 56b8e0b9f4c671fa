import { Type } from '../../endpoint.ts'

/** What both uploads of a customer have in common. Body: multipart/form-data with `file`. */
export const customerUpload = {
  method: 'POST',
  access: 'customer',
  limit: { per: 'customer', name: 'chat-upload', perMinute: 'chat.uploadsPerMinute' },
  answer: Type.Object({ path: Type.String() }),
  errors: [
    'CHAT_CLOSED',
    'CHAT_FILE_MISSING',
    'CHAT_FILE_UNSUPPORTED',
    'PAYLOAD_TOO_LARGE',
    'REQUEST_LIMIT',
    'REQUEST_LIMIT_1MIN',
  ],
} as const

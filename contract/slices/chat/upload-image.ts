import { endpoint } from '../../endpoint.ts'
import { customerUpload } from './customer-upload.ts'

export const uploadChatImage = endpoint({
  ...customerUpload,
  path: '/api/chat/upload-image',
  summary: 'Takes a png, jpeg or gif of at most 10 MB for a message',
})

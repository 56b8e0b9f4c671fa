import { endpoint } from '../../endpoint.ts'
import { customerUpload } from './customer-upload.ts'

export const uploadChatVideo = endpoint({
  ...customerUpload,
  path: '/api/chat/upload-video',
  summary: 'Takes a mp4 or quicktime of at most 20 MB for a message',
})

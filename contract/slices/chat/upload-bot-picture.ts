import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'

/** Body: multipart/form-data with `file`. */
export const uploadBotPicture = endpoint({
  method: 'POST',
  path: '/api/console/chat-bot/pictures',
  summary:
    'Takes a picture for a card of the bot (PNG, JPEG or WebP), which everybody may see under the path that is answered',
  access: 'operator',
  roles: rights.editBot,
  /** `image`: what a card names, e.g. `/files/bot/….webp`. */
  answer: Type.Object({ image: Type.String() }),
  errors: ['FORBIDDEN', 'PICTURE_INVALID', 'PAYLOAD_TOO_LARGE'],
})

import { endpoint, Type } from '../../endpoint.ts'

export const createGuest = endpoint({
  method: 'POST',
  path: '/api/chat/guest',
  summary: 'Gives a visitor an id for the chat, and the token that proves it',
  access: 'visitor',
  limit: { per: 'address', name: 'chat-guest', perMinute: 'chat.guestsPerMinute' },
  answer: Type.Object({ guestId: Type.String(), guestToken: Type.String() }),
  errors: ['CHAT_CLOSED', 'REQUEST_LIMIT_1MIN'],
})

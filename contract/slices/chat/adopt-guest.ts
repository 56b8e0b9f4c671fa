import { endpoint, Ok, Type } from '../../endpoint.ts'

export const adoptGuest = endpoint({
  method: 'POST',
  path: '/api/chat/adopt',
  summary: 'Takes what a member wrote as a visitor over into the member’s conversation',
  access: 'member',
  body: Type.Object({ guestToken: Type.String({ minLength: 1, maxLength: 200 }) }),
  answer: Ok,
  errors: ['CHAT_CLOSED'],
})

import { endpoint, Ok, Type } from '../../endpoint.ts'

export const adoptGuest = endpoint({
  method: 'POST',
  path: '/api/chat/adopt',
  summary: 'Moves a member’s messages as a visitor into the member’s conversation',
  access: 'member',
  body: Type.Object({ guestToken: Type.String({ minLength: 1, maxLength: 200 }) }),
  answer: Ok,
  errors: ['CHAT_CLOSED'],
})

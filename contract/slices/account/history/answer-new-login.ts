import { endpoint, Ok, Type } from '../../../endpoint.ts'

export const answerNewLogin = endpoint({
  method: 'POST',
  path: '/api/account/logins/:id/answer',
  summary: 'Says whether a login from a new device was the member’s; a device of somebody else is logged out',
  access: 'member',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,15}$' }) }),
  body: Type.Object({ isMine: Type.Boolean() }),
  answer: Ok,
  errors: ['NO_DATA'],
})

import { endpoint, Ok } from '../../../endpoint.ts'

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Logs every device out but the one of this call',
  access: 'member',
  answer: Ok,
  errors: [],
})

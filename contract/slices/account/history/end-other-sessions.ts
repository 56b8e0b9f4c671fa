import { endpoint, Ok } from '../../../endpoint.ts'

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Logs out every device but that of this call',
  access: 'member',
  answer: Ok,
  errors: [],
})

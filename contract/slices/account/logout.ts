import { endpoint, Ok } from '../../endpoint.ts'

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Revokes the session token of this call',
  access: 'member',
  answer: Ok,
  errors: [],
})

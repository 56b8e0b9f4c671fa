import { endpoint, Ok } from '../../endpoint.ts'

export const logoutOperator = endpoint({
  method: 'POST',
  path: '/api/console/logout',
  summary: 'Ends the operator’s session',
  access: 'operator',
  answer: Ok,
  errors: [],
})

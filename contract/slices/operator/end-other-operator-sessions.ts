import { endpoint, Ok } from '../../endpoint.ts'

export const endOtherOperatorSessions = endpoint({
  method: 'DELETE',
  path: '/api/console/sessions',
  summary: 'Ends every session of the operator’s own but that of the call',
  access: 'operator',
  answer: Ok,
  errors: [],
})

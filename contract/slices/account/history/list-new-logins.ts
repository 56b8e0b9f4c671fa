import { endpoint, Type } from '../../../endpoint.ts'
import { NewLogin } from './login-facts.ts'

export const listNewLogins = endpoint({
  method: 'GET',
  path: '/api/account/logins/new',
  summary: 'Logins from new devices that the member is asked about on this one, the latest first',
  access: 'member',
  answer: Type.Object({ logins: Type.Array(NewLogin) }),
  errors: [],
})

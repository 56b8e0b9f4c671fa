import { endpoint, Type } from '../../endpoint.ts'
import { Operator } from './operator.ts'

export const loginOperator = endpoint({
  method: 'POST',
  path: '/api/console/login',
  summary: 'Opens an operator’s session',
  access: 'visitor',
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
  }),
  answer: Type.Object({ token: Type.String(), operator: Operator }),
  errors: ['WRONG_CREDENTIAL', 'REQUEST_LIMIT', 'INACTIVE_USER'],
})

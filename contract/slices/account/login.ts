import { endpoint, Type } from '../../endpoint.ts'
import { PhoneNumber } from './phone-number.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Exchanges phone number and password for a session token',
  access: 'visitor',
  body: Type.Object({
    username: PhoneNumber({ minLength: 1 }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
    /** 30 days instead of 12 hours (rules.md §2.2). */
    remember: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ token: Type.String() }),
  errors: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN'],
})

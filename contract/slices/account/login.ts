import { endpoint, Type } from '../../endpoint.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Phone number and password for a session token',
  access: 'visitor',
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 32 }),
    password: Type.String({ minLength: 1, maxLength: 128 }),
    /** 30 days instead of 12 hours (rules.md §2.2). */
    remember: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ token: Type.String() }),
  errors: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN'],
})

import { endpoint, Ok, Type } from '../../endpoint.ts'

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/account/changepwd',
  summary: 'Changes the password and revokes every other session',
  access: 'member',
  body: Type.Object({
    oldPassword: Type.String({ minLength: 1, maxLength: 128 }),
    newPassword: Type.String({ minLength: 1, maxLength: 128 }),
  }),
  answer: Ok,
  errors: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT'],
})

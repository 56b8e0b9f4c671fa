import { endpoint, Ok, Type } from '../../endpoint.ts'

export const changeOperatorPassword = endpoint({
  method: 'PUT',
  path: '/api/console/password',
  summary: 'Changes the operator’s own password and ends the operator’s other sessions',
  access: 'operator',
  body: Type.Object({
    oldPassword: Type.String({ minLength: 1, maxLength: 128 }),
    newPassword: Type.String({ minLength: 1, maxLength: 128 }),
  }),
  answer: Ok,
  /** INVALID_USER_INFO: `fields` with `newPassword` and LENGTH, COMMON or SAME. */
  errors: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT', 'INACTIVE_USER'],
})

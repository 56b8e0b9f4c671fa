import { endpoint, Type } from '../../../endpoint.ts'

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/login/reset',
  summary: 'Sets a new password by a verified code, ends every session and opens one',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:reset', perMinute: 'account.callsPerMinute' },
  body: Type.Object({
    /** The token of the code, from the browser that verified it. */
    otpToken: Type.String({ maxLength: 128 }),
    newPassword: Type.String({ minLength: 1, maxLength: 128 }),
    remember: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ token: Type.String() }),
  errors: ['UNVERIFIED_OTP', 'INVALID_USER_INFO', 'INACTIVE_USER', 'REQUEST_LIMIT_1MIN'],
})

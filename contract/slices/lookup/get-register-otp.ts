import { endpoint, Type } from '../../endpoint.ts'

export const getRegisterOtp = endpoint({
  method: 'GET',
  path: '/api/lookup/registerOTP',
  summary: 'Whether registration verifies the phone by OTP, and what it asks of a new member',
  access: 'visitor',
  answer: Type.Object({
    registerOTP: Type.Boolean(),
    /** Full years that a new member must have. */
    minAge: Type.Integer(),
    /** Characters that a password must have. */
    passwordMin: Type.Integer(),
  }),
  errors: [],
})

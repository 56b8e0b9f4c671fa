import { endpoint, Type } from '../../endpoint.ts'

export const getRegisterOtp = endpoint({
  method: 'GET',
  path: '/api/lookup/registerOTP',
  summary: 'Says whether registration verifies the phone by OTP, and which facts it asks of a new member',
  access: 'visitor',
  answer: Type.Object({
    registerOTP: Type.Boolean(),
    /** Minimum age of a new member in full years. */
    minAge: Type.Integer(),
    /** Minimum length of a password. */
    passwordMin: Type.Integer(),
  }),
  errors: [],
})

import { endpoint, Type } from '../../endpoint.ts'

export const getRegisterOtp = endpoint({
  method: 'GET',
  path: '/api/lookup/registerOTP',
  summary: 'Whether registration verifies the phone by OTP',
  access: 'visitor',
  mutates: false,
  answer: Type.Object({ registerOTP: Type.Boolean() }),
  errors: [],
})

import { endpoint, Type } from '../../endpoint.ts'

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/api/otp/verify',
  summary: 'Checks a one-time password',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:otp-verify', perMinute: 'account.callsPerMinute' },
  body: Type.Object({ otpToken: Type.String({ maxLength: 128 }), otpCode: Type.String({ maxLength: 16 }) }),
  answer: Type.Object({ message: Type.Literal('OTP_CODE_VALID') }),
  errors: [
    'OTP_TOKEN_INVALID',
    'OTP_NOT_EXIST',
    'OTP_EXPIRED',
    'OTP_CODE_INVALID',
    'OTP_VERIFY_FAIL',
    'REQUEST_LIMIT_1MIN',
  ],
})

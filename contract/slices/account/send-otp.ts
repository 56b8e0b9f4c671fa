import { endpoint, Type } from '../../endpoint.ts'

export const sendOtp = endpoint({
  method: 'POST',
  path: '/api/otp/send',
  summary: 'Sends a one-time password by SMS',
  access: 'visitor',
  mutates: true,
  body: Type.Object({ phoneNumber: Type.String({ maxLength: 32 }) }),
  answer: Type.Object({
    otpRef: Type.String(),
    otpToken: Type.String(),
    /** OTP_VERIFIED: the phone was verified within 30 minutes, step 2 is skipped. */
    code: Type.Union([Type.Literal('OK'), Type.Literal('OTP_VERIFIED')]),
  }),
  errors: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'INVALID_USER_INFO',
    'EXISTING_USER',
    'OTP_BLOCK',
    'REQUEST_LIMIT_1MIN',
    'OTP_SEND_FAIL',
  ],
})

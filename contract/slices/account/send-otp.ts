import { endpoint, Type } from '../../endpoint.ts'
import { PhoneNumber } from './phone-number.ts'

export const sendOtp = endpoint({
  method: 'POST',
  path: '/api/otp/send',
  summary: 'Sends a one-time password by SMS',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:otp-send', perMinute: 'account.callsPerMinute' },
  body: Type.Object({
    phoneNumber: PhoneNumber(),
    /**
     * The token that this browser received earlier: only the browser that verified the phone is answered
     * OTP_VERIFIED.
     */
    otpToken: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  answer: Type.Object({
    otpRef: Type.String(),
    otpToken: Type.String(),
    /** OTP_VERIFIED: this browser verified the phone within 30 minutes, step 2 is skipped. */
    code: Type.Union([Type.Literal('OK'), Type.Literal('OTP_VERIFIED')]),
    /** Seconds until another code may be sent to this phone. */
    resendSeconds: Type.Integer(),
    /** The SMS gateway did not say whether it took the message: it may come late, or not at all. */
    unconfirmed: Type.Optional(Type.Literal(true)),
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

import { endpoint, Type } from '../../../endpoint.ts'
import { PhoneNumber } from '../phone-number.ts'

export const sendResetCode = endpoint({
  method: 'POST',
  path: '/api/login/reset/send',
  summary: 'Sends a code that sets a new password; answers alike whether or not the number is a member’s',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:reset-send', perMinute: 'account.callsPerMinute' },
  body: Type.Object({ phoneNumber: PhoneNumber() }),
  answer: Type.Object({
    otpRef: Type.String(),
    otpToken: Type.String(),
    /** Seconds until another code may be sent to this phone. */
    resendSeconds: Type.Integer(),
    /** The SMS gateway did not say whether it took the message: it may come late, or not at all. */
    unconfirmed: Type.Optional(Type.Literal(true)),
  }),
  errors: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'INVALID_USER_INFO',
    'OTP_BLOCK',
    'REQUEST_LIMIT_1MIN',
    'OTP_SEND_FAIL',
  ],
})

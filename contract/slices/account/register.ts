import { endpoint, Type } from '../../endpoint.ts'
import { Registration } from './registration.ts'

export const register = endpoint({
  method: 'POST',
  path: '/api/account',
  summary: 'Registers a member',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:register', perMinute: 'account.callsPerMinute' },
  body: Registration,
  answer: Type.Object({
    message: Type.Literal('OK'),
    /** Present if the given invite code belongs to nobody and was ignored (rules.md §2.5). */
    note: Type.Optional(Type.Literal('INVITE_CODE_UNKNOWN')),
  }),
  errors: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'INVALID_USER_INFO',
    'EXISTING_USER',
    'UNVERIFIED_OTP',
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'EXISTING_BANK',
    'REGISTER_FAIL',
    'REQUEST_LIMIT',
    'REQUEST_LIMIT_1MIN',
  ],
})

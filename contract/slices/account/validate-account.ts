import { endpoint, Ok } from '../../endpoint.ts'
import { Registration } from './registration.ts'

export const validateAccount = endpoint({
  method: 'POST',
  path: '/api/account/validate',
  summary: 'Checks the personal part of a registration, and the bank part where it is given',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:validate', perMinute: 'account.callsPerMinute' },
  body: Registration,
  answer: Ok,
  errors: [
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
    'INVALID_USER_INFO',
    'EXISTING_USER',
    'UNVERIFIED_OTP',
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'EXISTING_BANK',
    'REQUEST_LIMIT',
    'REQUEST_LIMIT_1MIN',
  ],
})

import { endpoint, Ok, Type } from '../../endpoint.ts'

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/account/profile',
  summary:
    'Changes the name; bank and account number only before the first deposit or withdrawal (rules.md §2.6)',
  access: 'member',
  body: Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    bankCode: Type.Optional(Type.String({ maxLength: 16 })),
    bankAccountName: Type.Optional(Type.String({ maxLength: 120 })),
    bankAccountNo: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  answer: Ok,
  errors: [
    'INVALID_USER_INFO',
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'EXISTING_BANK',
    'PROFILE_LOCKED',
    'PROFILE_CHANGE_LIMIT',
  ],
})

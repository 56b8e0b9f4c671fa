import { endpoint, Ok, Type } from '../../endpoint.ts'

export const updateBankAccountName = endpoint({
  method: 'PUT',
  path: '/api/account/bankAccountName',
  summary: 'Corrects the account name of a KTB, TMB or BBL account to English letters (rules.md §2.6)',
  access: 'member',
  body: Type.Object({
    bankCode: Type.String({ maxLength: 16 }),
    bankAccountName: Type.String({ minLength: 1, maxLength: 120 }),
  }),
  answer: Ok,
  errors: ['INVALID_BANK', 'BANK_ACCOUNT_NAME_ENG', 'PROFILE_LOCKED'],
})

import { Currency, endpoint, Type } from '../../endpoint.ts'
import { BankAccount, Profile } from './profile.ts'

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  summary: 'The calling member',
  access: 'member',
  answer: Type.Interface([Profile], {
    bankAccount: BankAccount,
    /** Of the member's wallet. */
    currency: Currency,
    /** Whether bank and account number may still be changed here (rules.md §2.6). */
    bankEditable: Type.Boolean(),
  }),
  errors: [],
})

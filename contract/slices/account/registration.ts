import { Type } from '../../endpoint.ts'
import { PhoneNumber } from './phone-number.ts'

/** The data of a new member, sent to be validated (step 3) and to be registered (step 4); product.md §3. */
export const Registration = Type.Object({
  name: Type.String({ maxLength: 100 }),
  username: PhoneNumber(),
  password: Type.String({ maxLength: 128 }),
  sourceCode: Type.Optional(Type.String({ maxLength: 32 })),
  inviteCode: Type.Optional(Type.String({ maxLength: 64 })),
  bankCode: Type.Optional(Type.String({ maxLength: 16 })),
  bankAccountName: Type.Optional(Type.String({ maxLength: 120 })),
  bankAccountNo: Type.Optional(Type.String({ maxLength: 40 })),
  /** Empty: the brand's own currency. */
  currency: Type.Optional(Type.Union([Type.Literal('LAK'), Type.Literal('BAHT'), Type.Literal('')])),
  /**
   * Without it the answer is INVALID_USER_INFO, as for a wrong one, unless the operator has switched that
   * off.
   */
  birthDate: Type.Optional(Type.String({ maxLength: 64, description: 'YYYY-MM-DD (rules.md §2.5)' })),
  /**
   * The token of the code, from the browser that verified the phone; needed while registration verifies
   * phones.
   */
  otpToken: Type.Optional(Type.String({ maxLength: 128 })),
})

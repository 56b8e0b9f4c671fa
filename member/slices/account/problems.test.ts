import { ApiError } from '@krapao/web/api/client.ts'
import { expect, it } from 'vitest'
import { fieldProblems } from './problems.ts'

const refused = (code: ApiError['code'], ...fields: [string, string][]) =>
  new ApiError(code, 422, { fields: fields.map(([field, reason]) => ({ field, reason })) })

it.each([
  [
    refused('INVALID_USER_INFO', ['password', 'common'], ['birthDate', 'under-age']),
    { password: 'passwordCommon', birthDate: 'age' },
  ],
  [refused('INVALID_USER_INFO', ['newPassword', 'too-short']), { newPassword: 'passwordShort' }],
  [
    refused('INVALID_BANK', ['bankAccountNo', 'digits'], ['bankCode', 'unknown']),
    { bankAccountNo: 'accountNo', bankCode: 'bank' },
  ],
  [refused('EXISTING_BANK'), { bankAccountNo: 'accountTaken' }],
  [refused('WRONG_CREDENTIAL'), { password: 'credential' }],
  [refused('EXISTING_USER'), { username: 'phoneTaken' }],
  [refused('BANK_ACCOUNT_NAME_ENG', ['bankAccountName', 'characters']), { bankAccountName: 'english' }],
  [refused('INVALID_USER_INFO', ['nothing-we-know', 'at-all']), {}],
  [refused('UNVERIFIED_OTP'), {}],
  [new Error('not the server'), {}],
])('%s names the fields', (error, problems) => expect(fieldProblems(error)).toEqual(problems))

import { describe, expect, it } from 'vitest'
import {
  bankProblems,
  type Draft,
  emptyDraft,
  inForm,
  minutesAndSeconds,
  personProblems,
  phoneProblems,
  registrationOf,
  resendIn,
  type SentCode,
  stillServes,
  tokenFor,
} from './wizard.ts'

const full: Draft = {
  ...emptyDraft('PRabcdefgh2345'),
  phone: '0812345678',
  name: ' สมชาย ',
  password: 'mango-tree-42',
  confirm: 'mango-tree-42',
  birthDate: { day: '17', month: '5', year: '2533' },
  bankCode: 'KTB',
  firstName: 'SOMCHAI ',
  lastName: 'JAIDEE',
  accountNo: '1234567890',
}

const sent: SentCode = {
  phone: '0812345678',
  otpToken: 't',
  otpRef: 'ABCD',
  sentAt: 1_000_000,
  resendSeconds: 60,
  isUnconfirmed: false,
  isVerified: false,
}

it('step 1 asks for a Thai number, or one of both countries in the Lao variant', () => {
  expect(phoneProblems({ ...full, phone: '' }, 'th')).toEqual({ phone: 'required' })
  expect(phoneProblems({ ...full, phone: '081234567' }, 'th')).toEqual({ phone: 'phone' })
  expect(phoneProblems(full, 'th')).toEqual({})
  expect(phoneProblems({ ...full, phone: '2055123' }, 'la')).toEqual({ phone: 'phoneLao' })
  expect(phoneProblems({ ...full, phone: '85620555123' }, 'la')).toEqual({ phone: 'phoneLao' })
  expect(phoneProblems({ ...full, phone: '205551234' }, 'la')).toEqual({})
  expect(phoneProblems({ ...full, phone: '02055512345' }, 'la')).toEqual({})
  expect(phoneProblems(full, 'la')).toEqual({})
  expect(phoneProblems({ ...full, phone: '2055512345' }, 'th')).toEqual({ phone: 'phone' })
  expect(inForm({ ...full, phone: '02055512345' }, 'la').phone).toBe('2055512345')
})

describe('step 3', () => {
  it.each([
    [{}, {}],
    [{ name: ' ' }, { name: 'required' }],
    [{ password: 'short', confirm: 'short' }, { password: 'passwordShort' }],
    [{ confirm: 'another one' }, { confirm: 'mismatch' }],
    [{ confirm: '' }, { confirm: 'required' }],
    [{ birthDate: { day: '', month: '', year: '' } }, { birthDate: 'required' }],
    [{ birthDate: { day: '31', month: '2', year: '2533' } }, { birthDate: 'birthDate' }],
    [{ birthDate: { day: '1', month: '1', year: '2560' } }, { birthDate: 'age' }],
  ])('%j', (change, problems) =>
    expect(personProblems({ ...full, ...change }, '2026-03-01', { minAge: 20, passwordMin: 8 })).toEqual(
      problems,
    ),
  )
})

describe('step 4', () => {
  it.each([
    [{}, {}],
    [{ bankCode: '' }, { bankCode: 'required' }],
    [{ firstName: ' ' }, { firstName: 'required' }],
    [{ firstName: 'สมชาย' }, { firstName: 'english' }],
    [{ lastName: 'J.' }, { lastName: 'english' }],
    [{ firstName: 'สมชาย', bankCode: 'SCB' }, {}],
    [{ accountNo: '' }, { accountNo: 'required' }],
    [{ accountNo: '12345' }, { accountNo: 'accountNo' }],
  ])('%j', (change, problems) => expect(bankProblems({ ...full, ...change })).toEqual(problems))

  it.each([
    ['1234567890', [10], {}],
    ['123456789', [10], { accountNo: 'accountNo' }],
    ['01234567890', [10], { accountNo: 'accountNo' }],
    ['123456789012345', [12, 15], {}],
    ['1234567890123', [12, 15], { accountNo: 'accountNo' }],
  ])('%s where the bank has %j digits', (accountNo, digits, problems) =>
    expect(bankProblems({ ...full, accountNo }, digits)).toEqual(problems),
  )
})

it('a code’s token is sent with the code’s own phone number only', () => {
  expect(tokenFor(sent, '0812345678')).toEqual({ otpToken: 't' })
  expect(tokenFor(sent, '0812345679')).toEqual({})
  expect(tokenFor(undefined, '0812345678')).toEqual({})
})

describe('the request', () => {
  const person = {
    name: 'สมชาย',
    username: '0812345678',
    password: 'mango-tree-42',
    birthDate: '1990-05-17',
    inviteCode: 'PRabcdefgh2345',
  }
  const bank = { bankCode: 'KTB', bankAccountName: 'SOMCHAI JAIDEE', bankAccountNo: '1234567890' }
  it('has the person first, and then the bank as well', () => {
    expect(registrationOf(full, 'th', { bank: false, sent: undefined })).toEqual(person)
    expect(registrationOf(full, 'th', { bank: true, sent })).toEqual({ ...person, ...bank, otpToken: 't' })
  })
  it('has a currency in the Lao variant only', () => {
    expect(registrationOf(full, 'la', { bank: true, sent: undefined })).toEqual({
      ...person,
      ...bank,
      currency: 'LAK',
    })
  })
})

it('a code is used for its phone for a while, and can be sent again after a minute', () => {
  expect(stillServes(sent, '0812345678', 1_000_000 + 239_000)).toBe(true)
  expect(stillServes(sent, '0812345678', 1_000_000 + 240_000)).toBe(false)
  expect(stillServes(sent, '0812345679', 1_000_000)).toBe(false)
  expect(stillServes(undefined, '0812345678', 0)).toBe(false)
  expect(stillServes({ ...sent, isVerified: true }, '0812345678', 1_000_000)).toBe(false)
  expect([0, 500, 59_000, 60_000, 90_000].map((ms) => resendIn(sent, 1_000_000 + ms))).toEqual([
    60, 60, 1, 0, 0,
  ])
  expect([60, 59, 5, 0].map(minutesAndSeconds)).toEqual(['1:00', '0:59', '0:05', '0:00'])
})

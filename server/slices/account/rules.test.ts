import { describe, expect, it } from 'vitest'
import type { Refusal } from '../../platform/refusal.ts'
import {
  birthDateProblems,
  checkBankPart,
  checkPhone,
  currencyOf,
  inviterIn,
  type Limits,
  nameProblems,
  passwordProblems,
  tidyAccountName,
} from './rules.ts'

const limits: Limits = { today: '2026-03-01', minAge: 20, passwordMin: 8, isBirthDateRequired: true }

/** The code of a refusal with the fields it names; undefined when nothing is refused. */
function refused(act: () => void): string | undefined {
  try {
    act()
  } catch (error) {
    const { code, details } = error as Refusal
    return [
      code,
      ...(details.fields as { field: string; reason: string }[]).map((f) => `${f.field} ${f.reason}`),
    ].join(', ')
  }
  return undefined
}

describe('phone numbers (rules.md §2.1)', () => {
  const thai = 'PHONE_NUMBER_REQUIRE_10_DIGIT, username digits'
  const lao = 'INVALID_USER_INFO, username digits'
  it.each([
    ['th', '0812345678', undefined],
    ['th', '0212345678', undefined],
    ['th', '812345678', undefined],
    ['th', '1812345678', thai],
    ['th', '08123456789', thai],
    ['th', '081-234-5678', undefined],
    ['th', '๐๘๑๒๓๔๕๖๗๘', undefined],
    // A Lao number, which the Thai build does not take.
    ['th', '2055512345', thai],
    ['th', '', thai],
    ['la', '205551234', undefined],
    ['la', '0812345678', undefined],
    ['la', '20551234', lao],
    ['la', '02055512345', undefined],
    ['la', '2055123', lao],
    ['la', '020555123456', lao],
  ] as const)('%s %s', (variant, phone, outcome) => {
    expect(refused(() => checkPhone(phone, variant))).toBe(outcome)
  })
})

describe('passwords (rules.md §2.1)', () => {
  it.each([
    ['', 'required'],
    ['kp7-xw2', 'too-short'],
    ['kp7-xw2q', undefined],
    ['รหัสลับของฉัน', undefined],
    ['xy'.repeat(64), undefined],
    ['x'.repeat(129), 'too-long'],
    ['password1', 'common'],
    ['PassWord1', 'common'],
    ['12345678', 'common'],
    ['0812345678', 'common'],
    ['krapao-demo', undefined],
    ['          ', 'common'],
    ['\t \u200b\u00a0 \t \t', 'common'],
    ['aaaaaaaa', 'common'],
    ['aAaAaAaA', 'common'],
    ['๑ ๑ ๑ ๑ ๑', 'common'],
    ['abababab', undefined],
  ])('%s', (password, reason) => {
    expect(passwordProblems('password', password, limits, '0812345678').map((p) => p.reason)).toEqual(
      reason ? [reason] : [],
    )
  })
})

describe('birth dates (rules.md §2.5)', () => {
  it.each([
    ['2006-03-01', undefined],
    ['2006-03-02', 'under-age'],
    ['2026-03-01', 'under-age'],
    ['2026-03-02', 'invalid'],
    ['2030-01-01', 'invalid'],
    ['9980-01-01', 'invalid'],
    ['9999-12-31', 'invalid'],
    ['0006-03-01', 'invalid'],
    ['+010019-01-01', 'invalid'],
    ['1900-01-01', undefined],
    ['1899-12-31', 'invalid'],
    ['2549-01-01', 'invalid'],
    ['1990-02-30', 'invalid'],
    ['1990-13-01', 'invalid'],
    ['1990-1-1', 'invalid'],
    ['01/03/1990', 'invalid'],
    ['1990-02-28T00', 'invalid'],
    ['', 'required'],
    [undefined, 'required'],
  ])('%s', (birthDate, reason) => {
    expect(birthDateProblems(birthDate, limits).map((p) => p.reason)).toEqual(reason ? [reason] : [])
  })

  it('a person who was born on 29 February is admitted on 1 March of a year without one', () => {
    const age18 = (today: string) => birthDateProblems('2008-02-29', { ...limits, minAge: 18, today })
    expect(age18('2026-02-28')).toHaveLength(1)
    expect(age18('2026-03-01')).toHaveLength(0)
  })
})

describe('names', () => {
  it.each([
    ['สมชาย ใจดี', undefined],
    ['ສົມໃຈ', undefined],
    ['Somchai', undefined],
    ['', 'required'],
    ['   ', 'required'],
    ['\u200b', 'required'],
    ['12345', 'required'],
    ['a\u0000b', 'characters'],
    ['a\u202eb', 'characters'],
  ])('%j', (name, reason) => {
    expect(nameProblems(name).map((p) => p.reason)).toEqual(reason ? [reason] : [])
  })
  it('are trimmed, and in capitals for the bank', () => {
    expect(tidyAccountName('  somchai   jaidee ')).toBe('SOMCHAI JAIDEE')
  })
})

describe('bank accounts (rules.md §2.5)', () => {
  const full = { bankCode: 'SCB', bankAccountName: 'สมชาย ใจดี', bankAccountNo: '1234567890' }
  it.each<[Partial<typeof full>, string | undefined]>([
    [{}, undefined],
    [{ bankAccountNo: '123-456-7890' }, undefined],
    [{ bankAccountNo: '12345' }, 'INVALID_BANK, bankAccountNo digits'],
    [{ bankAccountNo: '1'.repeat(21) }, 'INVALID_BANK, bankAccountNo digits'],
    [{ bankAccountNo: '12345abc90' }, 'INVALID_BANK, bankAccountNo digits'],
    [
      { bankCode: '', bankAccountName: ' ', bankAccountNo: '' },
      'INVALID_BANK, bankCode required, bankAccountName required, bankAccountNo required',
    ],
    [{ bankCode: 'KTB' }, 'BANK_ACCOUNT_NAME_ENG, bankAccountName characters'],
    [{ bankCode: 'KTB', bankAccountName: 'Somchai Jaidee' }, undefined],
    [{ bankCode: 'TMB' }, 'BANK_ACCOUNT_NAME_ENG, bankAccountName characters'],
    [{ bankCode: 'TMB', bankAccountName: 'Somchai Jaidee' }, undefined],
    [{ bankCode: 'BBL' }, 'BANK_ACCOUNT_NAME_ENG, bankAccountName characters'],
    [{ bankCode: 'BBL', bankAccountName: 'Somchai Jaidee' }, undefined],
    [{ bankCode: 'KTB', bankAccountName: 'SOMCHAI J.' }, 'BANK_ACCOUNT_NAME_ENG, bankAccountName characters'],
  ])('%j → %s', (change, outcome) => {
    expect(refused(() => checkBankPart({ ...full, ...change }))).toBe(outcome)
  })
  it('are stored in capitals and digits', () => {
    expect(
      checkBankPart({ bankCode: 'KTB', bankAccountName: ' somchai  jaidee', bankAccountNo: '123-456 7890' }),
    ).toEqual({
      bankCode: 'KTB',
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: '1234567890',
    })
  })
})

describe('invite codes', () => {
  it.each([
    ['PRabcdefgh2345', 'abcdefgh2345'],
    [' prABCDEFGH2345 ', 'abcdefgh2345'],
    ['abcdefgh2345', undefined],
    ['PRabcdefgh234', undefined],
    ['PRabcdefgh2341', undefined],
    ['', undefined],
  ])('%s', (code, id) => expect(inviterIn(code)).toBe(id))
})

describe('currency', () => {
  it.each([
    ['th', undefined, 'THB'],
    ['th', 'LAK', 'THB'],
    ['la', undefined, 'LAK'],
    ['la', 'LAK', 'LAK'],
    ['la', 'BAHT', 'THB'],
  ] as const)('%s %s → %s', (variant, chosen, asset) => expect(currencyOf(variant, chosen)).toBe(asset))
})

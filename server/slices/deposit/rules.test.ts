import { describe, expect, test } from 'vitest'
import { agrees, compareNames, type MemberAccount, matchSender, readAccountNo } from './rules.ts'

/** Whose transfer it is (rules.md §5.2). */

const least = 4

describe('account numbers', () => {
  test.each([
    ['123-4-56789-0', '1234567890', true],
    ['1234567890', '1234567890', true],
    ['1234567890', '1234567891', false],
    // Another length is another account.
    ['123456789', '1234567890', false],
    ['xxx-x-x6789-x', '1234567890', true],
    ['Xxx-X-x6789-X', '1234567890', true],
    ['******7890', '1234567890', true],
    ['xxx-x-x6788-x', '1234567890', false],
    ['xx-x-x6789-x', '1234567890', false],
    ['xxx xxx 7890', '1234567890', true],
    ['xxx xxx 7890', '1234567899', false],
  ])('%s for %s', (text, accountNo, expected) => {
    const shown = readAccountNo(text, least)
    expect(shown && agrees(shown, accountNo)).toBe(expected)
  })

  test.each(['', '-', 'xxxxxxxxxx', 'xxx-x-xx678-x', 'SCB 1234567890', '12345６7890'])(
    '“%s” tells too little',
    (text) => expect(readAccountNo(text, least)).toBeUndefined(),
  )
})

describe('names', () => {
  test.each([
    ['SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['somchai  jaidee ', 'SOMCHAI JAIDEE', 'same'],
    ['MR SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MR. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MRS.SOMYING JAIDEE', 'MS SOMYING JAIDEE', 'same'],
    ['MSOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI J***', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J***', 'SOMCHAI NARAK', 'different'],
    ['SOMCHAI', 'SOMCHAI JAIDEE', 'cannot tell'],
    ['SOMCHAI ***', 'SOMCHAI JAIDEE', 'cannot tell'],
    ['SOM*** J***', 'SOMCHAI JAIDEE', 'cannot tell'],
    ['SUM*** J***', 'SOMCHAI JAIDEE', 'different'],
    ['SOM JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI NA A', 'SOMCHAI NA AYUDHAYA', 'same'],
    ['SOMCHAI JAIDEEWONG', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI JAIDEE', 'SOMCHAI', 'cannot tell'],
    ['WIPA JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['นาย สมชาย ใ***', 'สมชาย ใจดี', 'same'],
    ['นางสาวสมหญิง ใจดี', 'นาง สมหญิง ใจดี', 'same'],
    ['น.ส.สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['สมหญิง ใจดี', 'สมชาย ใจดี', 'different'],
    // A name that begins as a title does.
    ['นายิกา ใจดี', 'นาย นายิกา ใจดี', 'same'],
    ['อำนาจ ใจดี', 'อํานาจ ใจดี', 'same'],
    ['ທ້າວ ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວວິໄລ', 'same'],
    ['SOMCHAI JAIDEE', 'สมชาย ใจดี', 'cannot tell'],
    ['', 'SOMCHAI JAIDEE', 'cannot tell'],
    ['***', 'SOMCHAI JAIDEE', 'cannot tell'],
    ['', '', 'cannot tell'],
  ])('“%s” for %s: %s', (reported, own, verdict) => expect(compareNames(reported, own)).toBe(verdict))
})

describe('the member', () => {
  const account = (
    memberId: string,
    accountNo: string,
    accountName: string,
    more: Partial<MemberAccount> = {},
  ): MemberAccount => ({ memberId, accountNo, accountName, currency: 'THB', isActive: true, ...more })

  const accounts = [
    account('somchai', '1234567890', 'SOMCHAI JAIDEE'),
    account('narak', '1114567891', 'SOMCHAI NARAK'),
    account('jaidum', '2224567892', 'SOMCHAI JAIDUM'),
    account('thai', '5550001111', 'สมชาย ใจดี'),
    account('away', '7770002222', 'WIPA SAENG', { isActive: false }),
    account('lao', '8880003333', 'BOUNMY KEO', { currency: 'LAK' }),
  ]

  test.each([
    ['whole number and name', '123-4-56789-0', 'MR. SOMCHAI JAIDEE', 'somchai'],
    ['whole number, name cut off', '1234567890', 'SOMCHAI J', 'somchai'],
    ['whole number, no name', '1234567890', '', 'somchai'],
    ['whole number, name in another script', '5550001111', 'SOMCHAI JAIDEE', 'thai'],
    ['whole number, another name', '1234567890', 'WIPA SAENG', undefined],
    ['masked number and name', 'xxx-4-567xx-x', 'SOMCHAI NARAK', 'narak'],
    ['masked number, the name decides', 'xxx4567xxx', 'SOMCHAI N***', 'narak'],
    ['masked number, the digits decide', '1xx45678xx', 'SOMCHAI J', 'somchai'],
    ['masked number, several of that name', 'xxx4567xxx', 'SOMCHAI J***', undefined],
    ['masked number, first name only', '12x45678xx', 'SOMCHAI', undefined],
    ['masked number, another script', 'xxx000111x', 'SOMCHAI JAIDEE', undefined],
    ['masked number, another name', 'xxx456789x', 'WIPA SAENG', undefined],
    ['masked number, too few digits', 'xxxxxxx890', 'SOMCHAI JAIDEE', undefined],
    ['nobody’s number', '9999999999', 'SOMCHAI JAIDEE', undefined],
    ['no number', '', 'SOMCHAI JAIDEE', undefined],
    ['inactive', '7770002222', 'WIPA SAENG', undefined],
    ['another currency', '8880003333', 'BOUNMY KEO', undefined],
  ])('%s', (_, accountNo, name, expected) => {
    expect(matchSender({ accountNo, name }, 'THB', accounts, least)?.memberId).toBe(expected)
  })

  test('an account in kip takes money paid to an account in kip', () => {
    const sender = { accountNo: '8880003333', name: 'BOUNMY KEO' }
    expect(matchSender(sender, 'LAK', accounts, least)?.memberId).toBe('lao')
  })
})

import { describe, expect, test } from 'vitest'
import { compareAccountNo, compareNames, mayBeOneName, readAccountNo } from './sender.ts'

/** Compares what a bank shows of an account with the registered data (rules.md §5.1, §5.2). */

describe('account numbers', () => {
  test.each([
    ['123-4-56789-0', '1234567890', 'same'],
    ['1234567890', '123-4-56789-0', 'same'],
    ['1234567890', '1234567891', 'different'],
    // An account number of another length is another account.
    ['123456789', '1234567890', 'different'],
    ['xxx-x-x6789-x', '1234567890', 'same'],
    ['Xxx-X-x6789-X', '1234567890', 'same'],
    ['******7890', '1234567890', 'same'],
    ['••••••7890', '1234567890', 'same'],
    ['xxx-x-x6788-x', '1234567890', 'different'],
    ['xxx–x–x6789–x', '1234567890', 'same'],
    ['xxx xxx 7890', '1234567890', 'same'],
    ['xxx xxx 7890', '1234567899', 'different'],
    ['xxx-x-xx789-x', '1234567890', 'unclear'],
    ['xxx-x-xx788-x', '1234567890', 'different'],
    // Some banks shorten the mask, or write it too long.
    ['xxxx7890', '1234567890', 'unclear'],
    ['xxxxxxxxxx7890', '1234567890', 'unclear'],
    ['xxxx7891', '1234567890', 'different'],
    ['xxxxxx7654', '020123457654', 'unclear'],
    ['xxxxxx7654', '020123457655', 'different'],
    ['12xx7890', '1234567890', 'unclear'],
    ['13xx7890', '1234567890', 'different'],
    ['xxx-x-x6789-x', '001234567890', 'unclear'],
    ['xxx-x-x6789-x', '6789001234', 'different'],
    ['xxx-x-x6798-x', '001234567890', 'different'],
    ['xx34xx78xx', '1234567890123', 'unclear'],
    ['xx78xx34xx', '1234567890123', 'different'],
    ['123xxxxxx789', '12345789', 'unclear'],
    ['12345xxxx5789', '12345789', 'different'],
    ['X-7890', '1234567890', 'unclear'],
    ['xxxx7890', 'xxxxxx7891', 'unclear'],
    ['1234567890', 'xxxx7891', 'different'],
    // Some banks write leading zeros.
    ['001234567890', '1234567890', 'unclear'],
    ['1234567890', '001234567890', 'unclear'],
    ['0012xxxx7890', '1234567890', 'unclear'],
    ['1001234567890', '1234567890', 'different'],
    ['12345678900', '1234567890', 'different'],
    ['xxxxxxxxxx', '1234567890', 'unclear'],
    ['', '1234567890', 'unclear'],
    ['SCB 1234567890', '1234567890', 'unclear'],
    ['12345６7890', '1234567890', 'unclear'],
    ['๑๒๓๔๕๖๗๘๙๐', '1234567890', 'unclear'],
    ['12345\u200b67890', '1234567890', 'unclear'],
    ['1xxxxx7890', 'xxx456789x', 'unclear'],
    ['xxx4567890', 'xxx456789x', 'same'],
  ])('“%s” for %s: %s', (reported, own, agreement) => expect(compareAccountNo(reported, own)).toBe(agreement))

  test.each(['', '-', 'xxxxxxxxxx', 'xxx-x-xx678-x', 'SCB 1234567890', '12345６7890'])(
    '“%s” shows too little',
    (text) => expect(readAccountNo(text, 4)).toBeUndefined(),
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
    ['SOMCHAI J.', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J…', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI JXXXX', 'SOMCHAI JAIDEE', 'same'],
    ['SOMCHAI J***', 'SOMCHAI NARAK', 'different'],
    ['SOMCHAI', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOMCHAI ***', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOM*** J***', 'SOMCHAI JAIDEE', 'unclear'],
    ['SUM*** J***', 'SOMCHAI JAIDEE', 'different'],
    ['SOM JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI NA A', 'SOMCHAI NA AYUDHAYA', 'same'],
    ['SOMCHAI JAIDEEWONG', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI JAIDEE EXTRA', 'SOMCHAI JAIDEE', 'different'],
    ['SOMCHAI JAIDEE', 'SOMCHAI', 'unclear'],
    ['SOMCHAI JAIDEE', 'SOMCHAI J', 'unclear'],
    ['SOMCHAI JAIDEE', 'S JAIDEE', 'unclear'],
    ['S J', 'SOMCHAI JAIDEE', 'unclear'],
    ['S JAIDEE', 'WIPA JAIDEE', 'different'],
    // A name that ends at the length of the bank's field.
    ['SOMCHAIY', 'SOMCHAIYAPORN JAIDEE', 'unclear'],
    ['SOMCHAIJAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    ['JAIDEE SOMCHAI', 'SOMCHAI JAIDEE', 'unclear'],
    ['JAIDEE, SOMCHAI', 'SOMCHAI JAIDEE', 'unclear'],
    ['WIPA JAIDEE', 'SOMCHAI JAIDEE', 'different'],
    ['SOM\u200bCHAI\u2060 JAIDEE', 'SOMCHAI JAI\u00adDEE', 'same'],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['นาย สมชาย ใ***', 'สมชาย ใจดี', 'same'],
    ['นางสาวสมหญิง ใจดี', 'นาง สมหญิง ใจดี', 'same'],
    ['น.ส.สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['สมหญิง ใจดี', 'สมชาย ใจดี', 'different'],
    // Names that begin like a title.
    ['นายิกา ใจดี', 'นาย นายิกา ใจดี', 'same'],
    ['นางาม สุข', 'งาม สุข', 'different'],
    ['นางนางนวล สุข', 'นางนวล สุข', 'same'],
    ['คุณากร สุข', 'คุณคุณากร สุข', 'same'],
    ['อำนาจ ใจดี', 'อํานาจ ใจดี', 'same'],
    ['ທ້າວ ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວວິໄລ', 'same'],
    ['ນາງສາວ ບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວວິໄລ', 'same'],
    ['ນາງສາວບຸນມີ ແກ້ວ', 'ບຸນມີ ແກ້ວວິໄລ', 'same'],
    ['นส.สมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
    ['คุณสมหญิง ใจดี', 'น.ส. สมหญิง ใจดี', 'same'],
    ['SOMCHAI JAIDEE', 'สมชาย ใจดี', 'unclear'],
    ['ບຸນມີ ແກ້ວ', 'บุญมี แก้ว', 'unclear'],
    ['สมชาย JAIDEE', 'สมชาย ใจดี', 'unclear'],
    ['สมชาย JAIDEE', 'สมชาย JAIDEE', 'same'],
    // One letter is Cyrillic.
    ['SОMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'unclear'],
    ['', 'SOMCHAI JAIDEE', 'unclear'],
    ['SOMCHAI JAIDEE', '', 'unclear'],
    ['***', 'SOMCHAI JAIDEE', 'unclear'],
    ['.', 'SOMCHAI JAIDEE', 'unclear'],
    ['1234', 'SOMCHAI JAIDEE', 'unclear'],
    ['MR.', 'SOMCHAI JAIDEE', 'unclear'],
    ['', '', 'unclear'],
    ['***', '***', 'unclear'],
  ])('“%s” for %s: %s', (reported, own, agreement) => expect(compareNames(reported, own)).toBe(agreement))

  test.each([
    ['SOMCHAI J', 'SOMCHAI JAIDEE', true],
    ['SOMCHAI JAIDEEWONG', 'SOMCHAI JAIDEE', true],
    ['SOM', 'SOMCHAI J', true],
    ['SOM*** J***', 'SOMCH JA', true],
    ['สมชาย', 'SOMCHAI', true],
    ['', 'SOMCHAI', true],
    ['WIPA S', 'SOMCHAI JAIDEE', false],
    ['SOMCHAI N', 'SOMCHAI JAIDEE', false],
  ])('“%s” and %s may be one person’s: %s', (one, other, expected) => {
    expect(mayBeOneName(one, other)).toBe(expected)
    expect(mayBeOneName(other, one)).toBe(expected)
  })
})

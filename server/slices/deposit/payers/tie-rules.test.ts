import { describe, expect, it, test } from 'vitest'
import { isSamePayer } from './tie-rules.ts'

describe('one payer', () => {
  const payer = (accountNo: string, accountName = 'SOMCHAI JAIDEE', bankCode = 'SCB') => ({
    bankCode,
    accountNo,
    accountName,
  })
  test.each([
    ['1234567890', '1234567890', true],
    ['123-4-56789-0', '1234567890', true],
    ['1234567890', '1234567891', false],
    ['0012345678', '12345678', true],
    ['xxx-x-x6789-0', '1234567890', true],
    ['xxx-x-x6789-0', 'xxx-x-x6789-0', true],
    ['xxx-x-x6789-0', 'xxx-x-x6788-0', false],
    // Three digits are no account.
    ['xxx-x-xx789-x', '1234567890', false],
  ])('%s and %s: %s', (account, other, same) => {
    expect(isSamePayer(payer(account), payer(other))).toBe(same)
    expect(isSamePayer(payer(other), payer(account))).toBe(same)
  })

  it('is of one bank', () => {
    expect(isSamePayer(payer('1234567890'), payer('1234567890', 'SOMCHAI JAIDEE', 'KBANK'))).toBe(false)
  })

  it('has one name where the number is masked, as far as the bank shows it', () => {
    const masked = 'xxx-x-x6789-0'
    expect(isSamePayer(payer(masked, 'SOMCHAI J'), payer(masked))).toBe(true)
    expect(isSamePayer(payer(masked, 'MALEE DEEJAI'), payer(masked))).toBe(false)
    // One bank prints the rank, the other one the name as it was typed.
    expect(isSamePayer(payer(masked, 'POL.LT.COL.SOMCHAI J'), payer(masked))).toBe(true)
    expect(
      isSamePayer(payer(masked, 'พ.ต.ท.สมชาย น\u0e4d\u0e49าใจ'), payer(masked, 'สมชาย น\u0e49ำใจ')),
    ).toBe(true)
    expect(isSamePayer(payer('1234567890', 'MALEE DEEJAI'), payer('1234567890'))).toBe(true)
  })
})

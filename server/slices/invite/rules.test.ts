import { describe, expect, it, test } from 'vitest'
import { isSamePayer, rewardOf, shortenName } from './rules.ts'

const none = { sameBank: false, sameDevice: false, samePayer: false, sameCurrency: true }
/** 5 %, 1 to 1,000 baht. */
const terms = { percent: 5, minMinor: 100, maxMinor: 100_000 }
const baht = (stake: number, win: number) => ({ stakeMinor: stake * 100, winMinor: win * 100 })

describe('what a friend’s day brings', () => {
  test.each([
    // staked, won, in common → brought, why not
    [100, 0, {}, 5, null],
    [100, 100, {}, 0, 'NO_LOSS'],
    [100, 101, {}, 0, 'NO_LOSS'],
    [100, 81, {}, 0, 'BELOW_MIN'],
    [100, 80, {}, 1, null],
    [50_000, 0, {}, 1000, null],
    [100, 0, { sameBank: true }, 0, 'SAME_BANK'],
    [100, 0, { sameDevice: true }, 0, 'SAME_DEVICE'],
    [100, 0, { samePayer: true }, 0, 'SAME_PAYER'],
    [100, 0, { sameCurrency: false }, 0, 'OTHER_CURRENCY'],
    [100, 0, { sameBank: true, sameDevice: true, samePayer: true }, 0, 'SAME_BANK'],
    // What cost nothing is no secret.
    [100, 100, { sameBank: true }, 0, 'NO_LOSS'],
  ] as const)('staked %d, won %d, %o: %d, %s', (stake, win, ties, brought, reason) => {
    expect(rewardOf(baht(stake, win), terms, { ...none, ...ties })).toEqual({
      amountMinor: brought * 100,
      reason,
    })
  })
})

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
    ['xxx-x-x6789-0', '1234567890', true],
    ['xxx-x-x6789-0', 'xxx-x-x6789-0', true],
    ['xxx-x-x6789-0', 'xxx-x-x6788-0', false],
    // Three digits are no account.
    ['xxx-x-xx789-x', '1234567890', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(isSamePayer(payer(one), payer(other))).toBe(same)
    expect(isSamePayer(payer(other), payer(one))).toBe(same)
  })

  it('is of one bank', () => {
    expect(isSamePayer(payer('1234567890'), payer('1234567890', 'SOMCHAI JAIDEE', 'KBANK'))).toBe(false)
  })

  it('has one name where the number is masked, as far as the bank shows it', () => {
    const masked = 'xxx-x-x6789-0'
    expect(isSamePayer(payer(masked, 'SOMCHAI J'), payer(masked))).toBe(true)
    expect(isSamePayer(payer(masked, 'MALEE DEEJAI'), payer(masked))).toBe(false)
    expect(isSamePayer(payer('1234567890', 'MALEE DEEJAI'), payer('1234567890'))).toBe(true)
  })
})

test.each([
  ['สมหญิง ใจดี', 'สม***'],
  ['นิดหน่อย', 'นิด***'],
  ['John Smith', 'Jo***'],
  ['Bo', 'B***'],
  ['Anna', 'An***'],
  ['Ann', 'A***'],
  ['ນ້ອຍ', 'ນ້***'],
  ['', '***'],
  ['👨‍👩‍👧 Smith', '👨‍👩‍👧 ***'],
])('%s is shown as %s', (name, shown) => {
  expect(shortenName(name)).toBe(shown)
})

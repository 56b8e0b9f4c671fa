import { describe, expect, test } from 'vitest'
import { lossOf } from '../refund/public.ts'
import { rewardOf, shortenName } from './rules.ts'

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
    expect(rewardOf(lossOf(baht(stake, win)), terms, { ...none, ...ties })).toEqual({
      amountMinor: brought * 100,
      reason,
    })
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

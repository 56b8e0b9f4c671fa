import { describe, expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import {
  firstState,
  legsOf,
  masked,
  maySendUnder,
  nextByStatus,
  requireWithin,
  shownStatus,
  withdrawalIdOf,
} from './rules.ts'

const limits = { minimum: 100, maximum: 50_000, dailyCount: 3, dailySum: 60_000 }
const refusalOf = (amountMinor: number, today: { count: number; sumMinor: number }) => {
  try {
    requireWithin(amountMinor, limits, today)
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, ...error.details }
    throw error
  }
}

test.each([
  // amount, withdrawals today, sum today (satang), refusal
  [9_999, 0, 0, { code: 'WITHDRAW_MINIMUM', minimum: 100 }],
  [10_000, 0, 0, undefined],
  [5_000_000, 0, 0, undefined],
  [5_000_001, 0, 0, { code: 'WITHDRAW_MAXIMUM', maximum: 50_000 }],
  [10_000, 2, 100, undefined],
  [10_000, 3, 100, { code: 'WITHDRAW_DAILY_COUNT', maximum: 3 }],
  [1_000_000, 1, 5_000_000, undefined],
  [1_000_001, 1, 5_000_000, { code: 'WITHDRAW_DAILY_SUM', maximum: 60_000, left: 10_000 }],
  // A limit that was lowered during the day.
  [10_000, 1, 7_000_000, { code: 'WITHDRAW_DAILY_SUM', maximum: 60_000, left: 0 }],
  // The first limit that applies.
  [9_999, 3, 6_000_000, { code: 'WITHDRAW_MINIMUM', minimum: 100 }],
  [5_000_001, 3, 6_000_000, { code: 'WITHDRAW_MAXIMUM', maximum: 50_000 }],
])('%i satang after %i times and %i today: %o', (amountMinor, count, sumMinor, refusal) => {
  expect(refusalOf(amountMinor, { count, sumMinor })).toEqual(refusal)
})

test('zero is never withdrawn, even without a minimum', () => {
  expect(() => requireWithin(0, { ...limits, minimum: 0 }, { count: 0, sumMinor: 0 })).toThrow(Refusal)
})

test.each([
  // amount, others of 24 hours, limit (satang)
  [500, 0, 500, 'APPROVED'],
  [501, 0, 500, 'PENDING'],
  [200, 300, 500, 'APPROVED'],
  [200, 301, 500, 'PENDING'],
  [1, 0, 0, 'PENDING'],
] as const)('%i after %i within %i: %s', (amountMinor, recentMinor, autoLimitMinor, state) => {
  expect(firstState(amountMinor, { recentMinor, autoLimitMinor })).toBe(state)
})

test.each([
  ['1234567890', 'xxxxxx7890'],
  ['123', 'x123'],
])('%s is shown as %s', (accountNo, shown) => expect(masked(accountNo)).toBe(shown))

test('an id belongs to one member and key', () => {
  const ids = [withdrawalIdOf('a', 'k'), withdrawalIdOf('a', 'l'), withdrawalIdOf('b', 'k')]
  expect(new Set(ids).size).toBe(3)
  expect(withdrawalIdOf('a', 'k')).toBe(ids[0])
  expect(ids.every((id) => /^wd[0-9a-f]{28}$/.test(id))).toBe(true)
})

test.each([
  ['PENDING', 'PENDING'],
  ['APPROVED', 'APPROVED'],
  ['PAYING', 'APPROVED'],
  ['UNCERTAIN', 'APPROVED'],
  ['SUCCESS', 'SUCCESS'],
  ['FAILED', 'FAILED'],
] as const)('%s is shown as %s', (state, status) => expect(shownStatus(state)).toBe(status))

describe('what a node does by the bank’s answer (rules.md §6.3)', () => {
  test.each([
    [{ outcome: 'done' }, false, 'posted'],
    [{ outcome: 'refused', reason: 'X' }, false, 'voided'],
    [{ outcome: 'uncertain', reason: 'X' }, false, 'wait'],
    [{ outcome: 'unknown-id' }, false, 'send'],
    [{ outcome: 'done' }, true, 'posted'],
    [{ outcome: 'refused', reason: 'X' }, true, 'voided'],
    [{ outcome: 'uncertain', reason: 'X' }, true, 'wait'],
    // An operator may be saying at this moment that it was not paid.
    [{ outcome: 'unknown-id' }, true, 'leave-review'],
  ] as const)('%o, in review: %s → %s', (status, isInReview, expected) =>
    expect(nextByStatus(status, isInReview)).toBe(expected),
  )

  test('a node that was suspended for half of its claim does not send', () => {
    const claims = [0, 14.9, 15, 40].map((elapsed) => ({ heldSeconds: () => elapsed }))
    expect(claims.map((claim) => maySendUnder(claim, 30))).toEqual([true, true, false, false])
  })
})

test.each(['pending', 'posted', 'voided'] as const)('legs of %s add to zero', (phase) => {
  const legs = legsOf(phase, { memberId: 'm', currency: 'LAK', amountMinor: 500 })
  expect(legs.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
  expect(legs.every(({ asset }) => asset === 'LAK')).toBe(true)
})

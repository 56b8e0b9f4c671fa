import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { expect, test } from 'vitest'
import { requiredOf } from './required.ts'

const condition = (mode: 'turnover' | 'balance', percent: number): MemberCondition => ({
  mode,
  percent,
  weights: {},
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
})

test.each([
  ['balance', 120, 15, 5850.5, 7038.6],
  ['balance', 200, 10, 320, 660],
  ['balance', 133.33, 0.01, 0.02, 0.04],
  ['balance', 120, 999_999_999.99, 0, 1_199_999_999.99],
  ['turnover', 500, 120, 5850.5, 600],
  ['turnover', 250, 0.01, 100, 0.03],
] as const)(
  '%s of %d %% on %d beside %d is %d, to the satang, upwards',
  (mode, percent, amount, total, required) => {
    expect(requiredOf(condition(mode, percent), { amount, total })).toBe(required)
  },
)

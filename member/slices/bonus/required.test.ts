import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { expect, test } from 'vitest'
import { requiredOf } from './required.ts'

type Kind = Pick<MemberCondition, 'mode' | 'basis'>
const kinds = {
  turnover: { mode: 'turnover', basis: 'credit' },
  balance: { mode: 'balance', basis: 'credit' },
  'balance as before': { mode: 'balance', basis: 'total' },
} satisfies Record<string, Kind>
const condition = (kind: keyof typeof kinds, percent: number): MemberCondition => ({
  ...kinds[kind],
  percent,
  weights: {},
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
})

test.each([
  ['balance', 120, 15, 5850.5, 5868.5],
  ['balance', 200, 10, 10_000, 10_020],
  ['balance', 133.33, 0.01, 0.02, 0.04],
  ['balance', 120, 999_999_999.99, 0, 1_199_999_999.99],
  ['balance as before', 120, 15, 5850.5, 7038.6],
  ['balance as before', 200, 10, 320, 660],
  ['turnover', 500, 120, 5850.5, 600],
  ['turnover', 250, 0.01, 100, 0.03],
] as const)(
  '%s of %d %% on %d beside %d is %d, to the satang, upwards',
  (kind, percent, amount, total, required) => {
    expect(requiredOf(condition(kind, percent), { amount, total })).toBe(required)
  },
)

import { expect, test } from 'vitest'
import { creditOf } from './credit.ts'

test('the second figure is balance times ratio, to two decimals', () => {
  expect(creditOf({ amount: 1250.5, ftWalletSlot: 1 })).toBe(1250.5)
  expect(creditOf({ amount: 1250.5, ftWalletSlot: 0.1 })).toBe(125.05)
  expect(creditOf({ amount: 0.07, ftWalletSlot: 10 })).toBe(0.7)
  expect(creditOf({ amount: 100, ftWalletSlot: 0.3333 })).toBe(33.33)
})

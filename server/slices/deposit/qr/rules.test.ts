import { describe, expect, test } from 'vitest'
import { evaluatePayment, type PayableCode } from '../reports/payment-rules.ts'

/** Decisions about QR codes (rules.md §5.3). */

describe('a payment', () => {
  const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute))
  const code = (change: Partial<PayableCode> = {}): PayableCode => ({
    gateway: 'WW',
    amountMinor: 10_000,
    state: 'OPEN',
    expiresAt: at(15),
    closedAt: null,
    ...change,
  })
  const payment = (change = {}) => ({ place: 'WW', amountMinor: 10_000, paidAt: at(5), ...change })
  const cancelled = { state: 'CANCELLED', closedAt: at(8) } as const

  test.each([
    ['in time', code(), payment(), 'credit'],
    ['at the last moment', code(), payment({ paidAt: at(15) }), 'credit'],
    ['a moment later', code(), payment({ paidAt: new Date(at(15).getTime() + 1) }), 'LATE'],
    ['before it was cancelled', code(cancelled), payment(), 'credit'],
    ['at the moment of its cancelling', code(cancelled), payment({ paidAt: at(8) }), 'credit'],
    ['after it was cancelled', code(cancelled), payment({ paidAt: at(9) }), 'LATE'],
    ['after the gateway failed', code({ ...cancelled, state: 'FAILED' }), payment({ paidAt: at(9) }), 'LATE'],
    ['of a satang less', code(), payment({ amountMinor: 9_999 }), 'WRONG_AMOUNT'],
    ['of a satang more', code(), payment({ amountMinor: 10_001 }), 'WRONG_AMOUNT'],
    ['of another amount, late', code(), payment({ amountMinor: 1, paidAt: at(20) }), 'WRONG_AMOUNT'],
    ['of another amount, again', code({ state: 'PAID' }), payment({ amountMinor: 1 }), 'WRONG_AMOUNT'],
    ['again', code({ state: 'PAID' }), payment(), 'PAID_TWICE'],
    ['again, late', code({ state: 'PAID' }), payment({ paidAt: at(20) }), 'LATE'],
    ['of nothing', undefined, payment(), 'UNKNOWN_PAYMENT'],
    ['reported by another gateway', code(), payment({ place: 'FP' }), 'UNKNOWN_PAYMENT'],
  ])('%s', (_, paid, by, expected) => expect(evaluatePayment(paid, by)).toBe(expected))
})

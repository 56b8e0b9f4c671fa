import { describe, expect, test } from 'vitest'
import { minQr } from './qr-gateways.ts'

describe('the least amount of a QR code', () => {
  const brand = { PAYTIMZ: 10, FP: 10 }
  test.each([
    ['KBANK', brand, 1, 1],
    ['KBANK', brand, 0, 1],
    ['KBANK', brand, 20, 20],
    ['WW', brand, 1, 100],
    ['PAYONEX', brand, 1, 100],
    ['PAYTIMZ', brand, 1, 10],
    ['PAYTIMZ', { PAYTIMZ: 50, FP: 10 }, 1, 50],
    ['FP', { PAYTIMZ: 50, FP: 1 }, 1, 1],
    ['FP', { PAYTIMZ: 50, FP: 1 }, 5, 5],
    ['LAOQR', brand, 0, 1],
    ['constructor', brand, 0, 1],
  ] as const)('of %s with %j and %d is %d', (gateway, qrMinimum, min, expected) =>
    expect(minQr(gateway, 'THB', qrMinimum, min)).toBe(expected),
  )

  test('in kip it is the minimum deposit in kip, whatever the gateway’s minimum in baht is', () =>
    expect(minQr('WW', 'LAK', brand, 1000)).toBe(1000))

  test('it is never zero', () => expect(minQr('LAOQR', 'LAK', brand, 0)).toBe(0.01))
})

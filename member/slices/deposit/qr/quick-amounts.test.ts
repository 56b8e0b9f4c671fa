import { ownBrand } from '@krapao/contract/own-brand.ts'
import { describe, expect, it } from 'vitest'
import { choicesOf } from './quick-amounts.ts'

const none = {}
/** A brand of an operator without minimums of its own. */
const { qrMinimum } = ownBrand

describe('quick amounts of a gateway', () => {
  it.each([
    ['KBANK', 1, [10, 20, 50, 100, 500, 1000]],
    ['WW', 100, [100, 200, 300, 500, 1000]],
    ['PAYONEX', 100, [100, 200, 300, 500, 1000]],
    ['PAYTIMZ', 10, [10, 50, 100, 500, 1000]],
    ['FP', 10, [10, 50, 100, 500, 1000]],
  ])('%s: from %d', (code, minimum, quick) => {
    expect(choicesOf(code, 'THB', qrMinimum, 1)).toEqual({ minimum, quick })
  })

  it('uses the brand’s minimum in place of the gateway’s minimum and of the first amount', () => {
    expect(choicesOf('PAYTIMZ', 'THB', { PAYTIMZ: 20, FP: 10 }, 1)).toEqual({
      minimum: 20,
      quick: [20, 50, 100, 500, 1000],
    })
    expect(choicesOf('FP', 'THB', { PAYTIMZ: 20, FP: 1 }, 1).quick[0]).toBe(1)
    expect(choicesOf('WW', 'THB', { PAYTIMZ: 20, FP: 1 }, 1).minimum).toBe(100)
  })

  it('offers no amount below the minimum, and none twice', () => {
    expect(choicesOf('FP', 'THB', { FP: 100 }, 1).quick).toEqual([100, 500, 1000])
    expect(choicesOf('FP', 'THB', { FP: 60 }, 1).quick).toEqual([60, 100, 500, 1000])
    expect(choicesOf('KBANK', 'THB', none, 50)).toEqual({ minimum: 50, quick: [50, 100, 500, 1000] })
    expect(choicesOf('KBANK', 'THB', none, 5000)).toEqual({ minimum: 5000, quick: [5000] })
  })

  it('has amounts for an unknown gateway', () => {
    expect(choicesOf('constructor', 'THB', none, 1).minimum).toBe(1)
  })

  describe('in kip', () => {
    const kip = [10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]
    it.each(['LAOQR', 'WW', 'FP', 'UNKNOWN'])('%s: from the server’s least deposit, kip amounts', (code) => {
      expect(choicesOf(code, 'LAK', { PAYTIMZ: 20, FP: 20 }, 1000)).toEqual({ minimum: 1000, quick: kip })
      expect(choicesOf(code, 'LAK', none, 60_000)).toEqual({ minimum: 60_000, quick: kip.slice(2) })
    })
    it('LAOQR paid in baht has baht amounts', () =>
      expect(choicesOf('LAOQR', 'THB', none, 1).quick[0]).toBe(10))
  })
})

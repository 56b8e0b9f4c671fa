import { describe, expect, it } from 'vitest'
import { choicesOf } from './quick-amounts.ts'

const none = {}

describe('quick amounts of a gateway', () => {
  it.each([
    ['KBANK', 1, [10, 20, 50, 100, 500, 1000]],
    ['WW', 100, [100, 200, 300, 500, 1000]],
    ['PAYONEX', 100, [100, 200, 300, 500, 1000]],
    ['PAYTIMZ', 10, [10, 50, 100, 500, 1000]],
    ['FP', 10, [10, 50, 100, 500, 1000]],
  ])('%s: from %d', (code, minimum, quick) => {
    expect(choicesOf(code, none, 1)).toEqual({ minimum, quick })
  })

  it('puts the brand’s minimum in place of the minimum and of the first amount', () => {
    expect(choicesOf('PAYTIMZ', { PAYTIMZ: 20, FP: 10 }, 1)).toEqual({
      minimum: 20,
      quick: [20, 50, 100, 500, 1000],
    })
    expect(choicesOf('FP', { PAYTIMZ: 20, FP: 1 }, 1).quick[0]).toBe(1)
    expect(choicesOf('WW', { PAYTIMZ: 20, FP: 1 }, 1).minimum).toBe(100)
  })

  it('offers nothing below the minimum, and nothing twice', () => {
    expect(choicesOf('FP', { FP: 100 }, 1).quick).toEqual([100, 500, 1000])
    expect(choicesOf('FP', { FP: 60 }, 1).quick).toEqual([60, 100, 500, 1000])
    expect(choicesOf('KBANK', none, 50)).toEqual({ minimum: 50, quick: [50, 100, 500, 1000] })
    expect(choicesOf('KBANK', none, 5000)).toEqual({ minimum: 5000, quick: [5000] })
  })

  it('knows a way for a gateway that it does not know', () => {
    expect(choicesOf('constructor', none, 1).minimum).toBe(1)
  })
})

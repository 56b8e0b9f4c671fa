import { describe, expect, it } from 'vitest'
import { type Failures, rankGateways } from './rules.ts'

/** Which gateway a PromptPay code comes from (rules.md §5.3). */

const now = new Date('2026-11-23T10:00:00Z')
const ago = (seconds: number, count = 1): Failures => ({
  count,
  at: new Date(now.getTime() - 1000 * seconds),
})
const gateways = [
  { code: 'KBANK', minimumMinor: 100 },
  { code: 'WW', minimumMinor: 10_000 },
  { code: 'PAYTIMZ', minimumMinor: 1000 },
  { code: 'FP', minimumMinor: 1000 },
]
const rank = (amountMinor: number, failures: Record<string, Failures> = {}, restSeconds = 30) =>
  rankGateways(gateways, amountMinor, new Map(Object.entries(failures)), now, restSeconds)

describe('the gateways of an amount', () => {
  it.each([
    [99, []],
    [100, ['KBANK']],
    [999, ['KBANK']],
    [1000, ['KBANK', 'PAYTIMZ', 'FP']],
    [9_999, ['KBANK', 'PAYTIMZ', 'FP']],
    [10_000, ['KBANK', 'WW', 'PAYTIMZ', 'FP']],
  ])('%d satang: those whose minimum it reaches, in the operator’s order', (amount, expected) =>
    expect(rank(amount)).toEqual(expected),
  )

  it.each<[string, Record<string, Failures>, string[]]>([
    ['failed a moment ago: last', { KBANK: ago(1) }, ['WW', 'PAYTIMZ', 'FP', 'KBANK']],
    ['rested: in its place', { KBANK: ago(30) }, ['KBANK', 'WW', 'PAYTIMZ', 'FP']],
    ['not quite rested', { KBANK: ago(29) }, ['WW', 'PAYTIMZ', 'FP', 'KBANK']],
    ['failed twice: rests twice as long', { KBANK: ago(59, 2) }, ['WW', 'PAYTIMZ', 'FP', 'KBANK']],
    ['failed twice, rested', { KBANK: ago(60, 2) }, ['KBANK', 'WW', 'PAYTIMZ', 'FP']],
    [
      'failed a hundred times: rests 16 times as long',
      { KBANK: ago(480, 100) },
      ['KBANK', 'WW', 'PAYTIMZ', 'FP'],
    ],
    ['failed a hundred times, not rested', { KBANK: ago(479, 100) }, ['WW', 'PAYTIMZ', 'FP', 'KBANK']],
    [
      'two that rest: first who may soonest',
      { KBANK: ago(1), WW: ago(20) },
      ['PAYTIMZ', 'FP', 'WW', 'KBANK'],
    ],
    [
      'all rest: none is left out',
      { KBANK: ago(1), WW: ago(2), PAYTIMZ: ago(3), FP: ago(4) },
      ['FP', 'PAYTIMZ', 'WW', 'KBANK'],
    ],
    [
      'two that rest equally: in the operator’s order',
      { WW: ago(3), KBANK: ago(3) },
      ['PAYTIMZ', 'FP', 'KBANK', 'WW'],
    ],
  ])('%s', (_, failures, expected) => expect(rank(10_000, failures)).toEqual(expected))

  it('without a rest, health changes nothing', () =>
    expect(rank(10_000, { KBANK: ago(0, 9) }, 0)).toEqual(['KBANK', 'WW', 'PAYTIMZ', 'FP']))
})

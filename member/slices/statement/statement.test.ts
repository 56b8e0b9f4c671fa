import { describe, expect, it } from 'vitest'
import { byDay, monthsBetween, type Statement, signedAmount } from './statement.ts'

const row = (given: Partial<Statement>): Statement => ({
  _id: '1',
  statementType: 'deposit',
  status: 'SUCCESS',
  reason: null,
  sourceId: null,
  from: 'KBANK',
  method: 'BANK',
  to: 'WALLET',
  amount: 1250.5,
  currency: 'THB',
  createdAt: '2026-11-20T10:00:00.000Z',
  ...given,
})

describe('signs (product.md §9)', () => {
  it.each([
    ['deposit', '+฿1,250.50'],
    ['bonus', '+฿1,250.50'],
    ['withdraw', '−฿1,250.50'],
    ['transfer', '฿1,250.50'],
    ['finish_bonus', '฿1,250.50'],
  ] as const)('%s', (statementType, text) => expect(signedAmount(row({ statementType }))).toBe(text))
  it('in kip', () => expect(signedAmount(row({ currency: 'LAK' }))).toBe('+₭1,250.50'))
})

describe('days', () => {
  it('keep the order of the rows and have one heading each', () => {
    const at = (createdAt: string) => row({ createdAt })
    const noons = ['2026-11-20T05:30:00Z', '2026-11-20T05:00:00Z', '2026-11-18T05:00:00Z'].map(at)
    expect(byDay(noons).map(({ day, rows }) => [day, rows.length])).toEqual([
      ['20/11/2026', 2],
      ['18/11/2026', 1],
    ])
  })
})

describe('months', () => {
  it('cross the turn of the year, by the Bangkok calendar', () => {
    expect(monthsBetween(new Date('2025-11-30T17:00:00Z'), new Date('2026-01-31T18:00:00Z'))).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
    ])
  })
  it('go back three years at most', () => {
    expect(monthsBetween(new Date('2001-01-01'), new Date('2026-11-20'))).toHaveLength(36)
  })
})

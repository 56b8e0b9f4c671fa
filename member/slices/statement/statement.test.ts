import { describe, expect, it } from 'vitest'
import {
  byDay,
  changesOf,
  type Filter,
  monthsBetween,
  netName,
  type Statement,
  signedAmount,
  sumsOf,
} from './statement.ts'

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

it.each<[Filter, string[]]>([
  [{}, ['in', 'out', 'net']],
  [{ month: '2026-11' }, ['in', 'out', 'net']],
  [{ type: 'deposit' }, ['in']],
  [{ type: 'withdraw', month: '2026-11' }, ['out']],
  [{ type: 'transfer' }, []],
  [{ type: 'bonus' }, []],
  [{ search: '500' }, []],
  [{ type: 'deposit', search: '500' }, []],
])('%o shows no sums but those of its rows', (filter, names) => expect(sumsOf(filter)).toEqual(names))

it.each([
  [undefined, 'net'],
  [0, 'net'],
  [0.01, 'moreIn'],
  [-0.01, 'moreOut'],
] as const)('a difference of %s is named %s', (net, name) => expect(netName(net)).toBe(name))

describe('signs (product.md §9)', () => {
  it.each([
    ['deposit', '+฿1,250.50'],
    ['bonus', '+฿1,250.50'],
    ['withdraw', '−฿1,250.50'],
    ['transfer', '฿1,250.50'],
    ['finish_bonus', '฿1,250.50'],
  ] as const)('%s', (statementType, text) => expect(signedAmount(row({ statementType }))).toBe(text))
  it('in kip', () => expect(signedAmount(row({ currency: 'LAK' }))).toBe('+₭1,250'))
})

describe('days', () => {
  it('keep the order of the rows and have one heading each', () => {
    const at = (createdAt: string) => row({ createdAt })
    const noons = ['2026-11-20T05:30:00Z', '2026-11-20T05:00:00Z', '2026-11-18T05:00:00Z'].map(at)
    expect(byDay(noons).map(({ day, rows }) => [day, rows.length])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-18', 1],
    ])
  })
})

describe('what a row changed', () => {
  const entry = (account: string, amount: number, balanceAfter: number) => ({ account, amount, balanceAfter })
  const out = [entry('wallet', -140, 3290.5), entry('in-transit:PG', 140, 140)]
  it('a transfer that is done: the wallet and the game, from before to after', () => {
    const done = [...out, entry('in-transit:PG', -140, 0), entry('game:PG', 140, 1275.5)]
    expect(changesOf(done)).toEqual([
      { account: 'wallet', before: 3430.5, after: 3290.5 },
      { account: 'game:PG', before: 1135.5, after: 1275.5 },
    ])
  })
  it('one under way: the wallet, and what is in transit', () => {
    expect(changesOf(out)).toEqual([
      { account: 'wallet', before: 3430.5, after: 3290.5 },
      { account: 'in-transit:PG', before: 0, after: 140 },
    ])
  })
  it('one that came back changed nothing', () => {
    expect(changesOf([...out, entry('in-transit:PG', -140, 0), entry('wallet', 140, 3430.5)])).toEqual([])
  })
  it('a deposit, without errors of fractions', () => {
    expect(changesOf([entry('wallet', 0.1, 0.3)])).toEqual([{ account: 'wallet', before: 0.2, after: 0.3 }])
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

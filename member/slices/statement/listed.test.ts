import { describe, expect, it } from 'vitest'
import type { Row } from '../under-way/public.ts'
import { listedAmong } from './listed.ts'
import type { Statement } from './statement.ts'

const listed = (
  statementType: Statement['statementType'],
  sourceId: string | null,
  to: string,
): Statement => ({
  _id: '1',
  statementType,
  status: 'PENDING',
  reason: null,
  sourceId,
  from: '',
  method: null,
  to,
  amount: 100,
  currency: 'THB',
  createdAt: '2026-11-20T10:00:00.000Z',
})

type Of<What> = Extract<Row, { what: What }>['row']
const rowOf = (what: 'pending' | 'ended', kind: string, key: string): Row =>
  what === 'pending'
    ? { what, place: '', at: '', row: { kind, key } as Of<'pending'> }
    : { what, place: '', at: '', row: { kind, source: key } as Of<'ended'> }

const rows = [
  listed('withdraw', 'wd1', 'KBANK'),
  listed('transfer', 'tr1', 'WALLET'),
  listed('bonus', null, ''),
]

describe.each(['pending', 'ended'] as const)('what is %s', (what) => {
  it.each([
    ['a withdrawal of this page', 'withdrawal', 'wd1', true],
    ['a withdrawal of another page', 'withdrawal', 'wd2', false],
    ['a transfer of this page', 'transfer', 'tr1-out', true],
    ['the half of it that is on another page', 'transfer', 'tr1-in', false],
    ['a transfer of another page', 'transfer', 'tr2-out', false],
    ['a slip, which has none before it is credited', 'slip', 'wd1', false],
  ] as const)('%s', (_, kind, key, is) => expect(listedAmong(rows)(rowOf(what, kind, key))).toBe(is))

  it('has no row in a list that failed', () =>
    expect(listedAmong([])(rowOf(what, 'withdrawal', 'wd1'))).toBe(false))

  it('is not shown above a list that is not there yet, where it may be', () => {
    expect(listedAmong(undefined)(rowOf(what, 'transfer', 'tr1-in'))).toBe(true)
    expect(listedAmong(undefined)(rowOf(what, 'slip', 'sl1'))).toBe(false)
  })
})

it('a request whose outcome nobody knows has no row', () => {
  const row = { key: 'k', call: 'withdrawal', startedAt: 0 } as const
  expect(listedAmong(undefined)({ what: 'unsure', place: '', at: '', row })).toBe(false)
})

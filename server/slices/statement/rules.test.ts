import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'
import { type Beginning, monthBounds, type StatementRow, type StoredLeg, toStatement } from './rules.ts'

const me = 'm1'
const leg = (name: string, amountMinor: number, member = me, asset = 'THB'): StoredLeg => ({
  member,
  name,
  asset,
  amountMinor,
})
const house = (name: string, amountMinor: number): StoredLeg => leg(name, amountMinor, '')
const journal = (given: Partial<Beginning>): Beginning => ({
  id: 7,
  kind: 'deposit',
  phase: 'single',
  meta: {},
  postedAt: new Date('2026-11-20T10:00:00Z'),
  legs: [house('bank:0000000011', -5000), leg('wallet', 5000)],
  resolvedAs: null,
  resolvedMeta: null,
  isReversed: false,
  ...given,
})
const hold = { kind: 'transfer', phase: 'pending' } as const

describe('from and to (spec.md §3)', () => {
  it.each<[string, Partial<Beginning>, string, string]>([
    ['deposit: the sender’s bank', { meta: { fromBank: 'KBANK' } }, 'KBANK', 'WALLET'],
    ['deposit: ours where the sender’s is unknown', { meta: { bankCode: 'SCB' } }, 'SCB', 'WALLET'],
    ['deposit: nothing where no bank is', {}, '', 'WALLET'],
    [
      'deposit: a gateway',
      { legs: [house('gateway:WW', -1), leg('wallet', 1)], meta: { fromBank: 'KBANK' } },
      'WW',
      'WALLET',
    ],
    ['deposit: a gift', { legs: [house('gift', -1), leg('wallet', 1)] }, 'GIFT', 'WALLET'],
    ['deposit: a correction', { legs: [house('adjustment', -1), leg('wallet', 1)] }, '', 'WALLET'],
    ['transfer in', { ...hold, legs: [leg('wallet', -1), leg('in-transit:PG', 1)] }, 'WALLET', 'PG'],
    ['transfer out', { ...hold, legs: [leg('game:PG', -1), leg('in-transit:PG', 1)] }, 'PG', 'WALLET'],
    ['transfer at once', { kind: 'transfer', legs: [leg('wallet', -1), leg('game:PG', 1)] }, 'WALLET', 'PG'],
    [
      'withdrawal',
      {
        kind: 'withdraw',
        phase: 'pending',
        legs: [leg('wallet', -1), leg('withdrawing', 1)],
        meta: { bankCode: 'KTB' },
      },
      'WALLET',
      'KTB',
    ],
    ['bonus', { kind: 'bonus', legs: [house('bonus', -1), leg('wallet', 1)] }, '', 'WALLET'],
    ['end of a bonus', { kind: 'finish_bonus', legs: [leg('wallet', -1), house('bonus', 1)] }, '', ''],
  ])('%s', (_, given, from, to) => {
    expect(toStatement(me, journal(given))).toMatchObject({ from, to })
  })
})

describe('status and reason', () => {
  it.each<[string, Partial<Beginning>, StatementRow['status'], string | null]>([
    ['posted at once', {}, 'SUCCESS', null],
    ['an open hold', hold, 'PENDING', null],
    ['a hold that went through', { ...hold, resolvedAs: 'posted', resolvedMeta: {} }, 'SUCCESS', null],
    [
      'a hold that came back',
      { ...hold, resolvedAs: 'voided', resolvedMeta: { reason: 'PROVIDER_REFUSED' } },
      'FAILED',
      'PROVIDER_REFUSED',
    ],
    ['one without a reason', { ...hold, resolvedAs: 'voided', resolvedMeta: {} }, 'FAILED', null],
    [
      'free words stay inside',
      { ...hold, resolvedAs: 'voided', resolvedMeta: { reason: 'account 123 is blacklisted' } },
      'FAILED',
      null,
    ],
    ['a reversed one', { isReversed: true }, 'FAILED', 'REVERSED'],
  ])('%s', (_, given, status, reason) => {
    expect(toStatement(me, journal(given))).toMatchObject({ status, reason })
  })
})

describe('amount and description', () => {
  it('is what moved on the member’s own accounts, coins aside', () => {
    const legs = [house('bank:SCB', -5000), leg('wallet', 5000), leg('coin', 50, me, 'COIN')]
    expect(toStatement(me, journal({ legs: [...legs, leg('coin', -50, '', 'COIN')] })).amount).toBe(50)
  })
  it('is what went where nothing came', () => {
    const legs = [leg('wallet', -1234), house('bonus', 1234)]
    expect(toStatement(me, journal({ kind: 'finish_bonus', legs })).amount).toBe(12.34)
  })
  it('is in kip for a kip wallet', () => {
    const legs = [leg('bank:BCEL', -100, '', 'LAK'), leg('wallet', 100, me, 'LAK')]
    expect(toStatement(me, journal({ legs })).currency).toBe('LAK')
  })
  it.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw'])('names its source: %s', (source) => {
    const meta = { source, description: 'ของขวัญปีใหม่' }
    const row: Record<string, unknown> = toStatement(me, journal({ kind: 'bonus', meta }))
    expect(row[source]).toEqual({ description: 'ของขวัญปีใหม่' })
  })
  it.each(['withdrawalId', 'paymentId', 'slipId', 'giftId', 'depositId', 'transferId'])(
    'names what is behind it: %s',
    (name) => expect(toStatement(me, journal({ meta: { [name]: 'x1' } })).sourceId).toBe('x1'),
  )
  it('names nothing where nothing is', () => expect(toStatement(me, journal({})).sourceId).toBeNull())
  it('names no source that the statement does not have', () => {
    const row = toStatement(me, journal({ meta: { source: 'bank-feed', description: 'x' } }))
    expect(JSON.stringify(row)).not.toContain('description')
  })
})

describe('a Bangkok month', () => {
  it.each([
    ['2026-11', '2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
    ['2026-12', '2026-11-30T17:00:00.000Z', '2026-12-31T17:00:00.000Z'],
    ['2028-02', '2028-01-31T17:00:00.000Z', '2028-02-29T17:00:00.000Z'],
  ])('%s', (month, from, until) => {
    expect(monthBounds(month)).toEqual({ from: new Date(from), until: new Date(until) })
  })
})

describe('CSV', () => {
  const row = (given: Partial<StatementRow>): StatementRow => ({
    _id: '7',
    statementType: 'deposit',
    status: 'SUCCESS',
    reason: null,
    sourceId: null,
    from: 'KBANK',
    to: 'WALLET',
    amount: 50,
    currency: 'THB',
    createdAt: '2026-11-20T17:00:05.000Z',
    ...given,
  })
  const lines = (rows: StatementRow[]) => toCsv(rows, 'en').split('\r\n')

  it('has a BOM, CRLF, quoted cells, Bangkok times and one header', () => {
    const csv = toCsv([row({})], 'en')
    expect(csv.startsWith('\uFEFF"Date (Bangkok)","Type"')).toBe(true)
    expect(csv).not.toMatch(/[^\r]\n/)
    expect(lines([row({})])[1]).toBe(
      '"21/11/2026 00:00:05","Deposit","Done","","KBANK","WALLET","50.00","THB","","7"',
    )
  })
  it('makes a withdrawal a negative number', () => {
    expect(lines([row({ statementType: 'withdraw', amount: 1234.5 })])[1]).toContain('"-1234.50"')
  })
  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1'])('%j is no formula', (description) => {
    expect(lines([row({ promotion: { description } })])[1]).toContain(`"'${description}"`)
  })
  it('keeps quotes and line breaks inside their cell', () => {
    expect(toCsv([row({ bonus: { description: 'a "b"\nc' } })], 'en')).toContain('"a ""b""\nc"')
  })
  it.each([
    ['th', 'ฝากเงิน'],
    ['la', 'ຝາກເງິນ'],
  ] as const)('speaks %s', (language, word) => expect(toCsv([row({})], language)).toContain(`"${word}"`))
})

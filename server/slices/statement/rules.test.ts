import { type Language, languages } from '@krapao/contract/languages.ts'
import { statementReasons } from '@krapao/contract/slices/statement/statement.ts'
import { describe, expect, it } from 'vitest'
import type { Row, RowLeg } from '../../ledger/public.ts'
import { toCsv } from './csv.ts'
import { boundsOf, journalsOf, type StatementRow, statementTypes, toStatement } from './rules.ts'

const me = 'm1'
const leg = (name: string, amountMinor: number, member = me, asset = 'THB'): RowLeg => ({
  member,
  name,
  asset,
  amountMinor,
})
const house = (name: string, amountMinor: number): RowLeg => leg(name, amountMinor, '')
const journal = (given: Partial<Row>): Row => ({
  id: 7,
  key: 'test:7',
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
const rowOf = (given: Partial<Row>, language: Language = 'en') => toStatement(me, journal(given), language)
const hold = { kind: 'transfer', phase: 'pending' } as const

describe('from and to (product.md §3)', () => {
  it.each<[string, Partial<Row>, string, string]>([
    ['deposit: the sender’s bank', { meta: { fromBank: 'KBANK' } }, 'KBANK', 'WALLET'],
    ['deposit: ours where the sender’s is unknown', { meta: { bankCode: 'SCB' } }, 'SCB', 'WALLET'],
    ['deposit: nothing where no bank is', {}, '', 'WALLET'],
    [
      'deposit: a gateway',
      { legs: [house('gateway:WW', -1), leg('wallet', 1)], meta: { fromBank: 'KBANK' } },
      'WW',
      'WALLET',
    ],
    [
      'deposit: a gateway, out of suspense',
      { legs: [house('suspense:WW', -1), leg('wallet', 1)], meta: { source: 'qr', gateway: 'WW' } },
      'WW',
      'WALLET',
    ],
    [
      'deposit: a bank, out of suspense',
      {
        legs: [house('suspense:0000000011', -1), leg('wallet', 1)],
        meta: { source: 'bank-feed', fromBank: 'KBANK', bankCode: 'SCB' },
      },
      'KBANK',
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
    expect(rowOf(given)).toMatchObject({ from, to })
  })
})

describe('how a deposit came in', () => {
  it.each<[StatementRow['method'], string, Record<string, unknown>]>([
    ['QR', 'gateway:WW', { source: 'qr' }],
    ['QR', 'suspense:WW', { source: 'qr' }],
    ['BANK', 'suspense:0000000011', { source: 'bank-feed' }],
    ['BANK', 'bank:0000000011', { source: 'slip' }],
    ['GIFT', 'gift', { source: 'gift' }],
    ['WALLET', 'suspense:0800000044', { source: 'bank-feed', bankCode: 'EWALLET' }],
  ])('%s from %s', (method, name, meta) => {
    const legs = [house(name, -1), leg('wallet', 1)]
    expect(rowOf({ legs, meta })).toMatchObject({ method })
  })
})

describe('status and reason', () => {
  it.each<[string, Partial<Row>, StatementRow['status'], string | null]>([
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
    [
      'a code that has no words stays inside',
      { ...hold, resolvedAs: 'voided', resolvedMeta: { reason: 'SOMETHING_NEW' } },
      'FAILED',
      null,
    ],
    ['a reversed one', { isReversed: true }, 'FAILED', 'REVERSED'],
  ])('%s', (_, given, status, reason) => {
    expect(rowOf(given)).toMatchObject({ status, reason })
  })
})

describe('amount and description', () => {
  it.each(languages)('the description in the caller’s language: %s', (language) => {
    const meta = { source: 'bonus', description: { th: 'in th', la: 'in la', en: 'in en' } }
    expect(rowOf({ kind: 'finish_bonus', meta }, language).bonus).toEqual({ description: `in ${language}` })
  })

  it('the end of a bonus that took nothing back: 0, in the currency of the bonus', () => {
    const legs = [leg('bonus:running', -500, '', 'LAK'), leg('bonus:ended', 500, '', 'LAK')]
    expect(rowOf({ kind: 'finish_bonus', legs })).toMatchObject({ amount: 0, currency: 'LAK' })
  })

  it('is what moved on the member’s own accounts, without coins', () => {
    const legs = [house('bank:SCB', -5000), leg('wallet', 5000), leg('coin', 50, me, 'COIN')]
    expect(rowOf({ legs: [...legs, leg('coin', -50, '', 'COIN')] }).amount).toBe(50)
  })
  it('is the outgoing amount if nothing came in', () => {
    const legs = [leg('wallet', -1234), house('bonus', 1234)]
    expect(rowOf({ kind: 'finish_bonus', legs }).amount).toBe(12.34)
  })
  it('is in kip for a kip wallet', () => {
    const legs = [leg('bank:BCEL', -100, '', 'LAK'), leg('wallet', 100, me, 'LAK')]
    expect(rowOf({ legs }).currency).toBe('LAK')
  })
  it.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw'])('names its source: %s', (source) => {
    const meta = { source, description: 'ของขวัญปีใหม่' }
    const row: Record<string, unknown> = rowOf({ kind: 'bonus', meta })
    expect(row[source]).toEqual({ description: 'ของขวัญปีใหม่' })
  })
  it.each<[Row['kind'], string]>([
    ['deposit', 'paymentId'],
    ['deposit', 'slipId'],
    ['deposit', 'giftId'],
    ['deposit', 'announcementId'],
    ['withdraw', 'withdrawalId'],
    ['transfer', 'transferId'],
  ])('of %s has the id of what is behind it: %s', (kind, name) =>
    expect(rowOf({ kind, meta: { [name]: 'x1' } }).sourceId).toBe('x1'),
  )
  it('has no id if there is nothing behind it', () => expect(rowOf({}).sourceId).toBeNull())
  it('has no source that the statement does not know', () => {
    const row = rowOf({ meta: { source: 'bank-feed', description: 'x' } })
    expect(JSON.stringify(row)).not.toContain('description')
  })
})

describe('a time in Bangkok', () => {
  it.each([
    [{ month: '2026-11' }, '2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
    [{ month: '2026-12' }, '2026-11-30T17:00:00.000Z', '2026-12-31T17:00:00.000Z'],
    [{ month: '2028-02' }, '2028-01-31T17:00:00.000Z', '2028-02-29T17:00:00.000Z'],
    [{ from: '2026-11-23', until: '2026-11-23' }, '2026-11-22T17:00:00.000Z', '2026-11-23T17:00:00.000Z'],
    [{ from: '2026-12-31', until: '2027-01-01' }, '2026-12-30T17:00:00.000Z', '2027-01-01T17:00:00.000Z'],
    [{ month: '2026-11', from: '2026-11-20' }, '2026-11-19T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
    [{ month: '2026-11', until: '2026-12-05' }, '2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'],
  ])('%j', (period, from, until) => {
    expect(boundsOf(period)).toEqual({ from: new Date(from), until: new Date(until) })
  })
  it('has no end where none is given', () => {
    expect(boundsOf({})).toEqual({})
    expect(boundsOf({ from: '2026-11-23' })).toEqual({ from: new Date('2026-11-22T17:00:00Z') })
    expect(boundsOf({ until: '2026-11-23' })).toEqual({ until: new Date('2026-11-23T17:00:00Z') })
  })
})

describe('a search', () => {
  const codesLike = (letters: string) => ('kasikorn'.includes(letters) ? ['KBANK'] : [])
  it.each([
    ['100', { amountMinor: 10000, id: 100, codes: [] }],
    ['1,250.50', { amountMinor: 125050, codes: [] }],
    ['฿ 1,250.5', { amountMinor: 125050, codes: [] }],
    ['−฿100.00', { amountMinor: 10000, codes: [] }],
    ['๑๐๐', { amountMinor: 10000, id: 100, codes: [] }],
    ['໑໐໐', { amountMinor: 10000, id: 100, codes: [] }],
    ['KASI', { codes: ['KBANK'] }],
    ["'; drop schema public", { codes: [] }],
    ['9999999999999', { codes: [] }],
    ['1.234', { codes: [] }],
  ])('for %s', (search, having) => {
    expect(journalsOf({ search }, codesLike)).toEqual({
      kinds: statementTypes,
      having: { ...having, facts: ['fromBank', 'bankCode'] },
    })
  })
  it('is none for blanks', () =>
    expect(journalsOf({ search: '  ' }, codesLike)).toEqual({ kinds: statementTypes }))
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
    method: 'BANK',
    amount: 50,
    currency: 'THB',
    createdAt: '2026-11-20T17:00:05.000Z',
    ...given,
  })
  const nameOf = (code: string) => ({ KBANK: 'Kasikornbank', PG: 'PG' })[code]
  const lines = (rows: StatementRow[]) => toCsv(rows, 'en', nameOf).split('\r\n')

  it('has a BOM, CRLF, quoted cells, Bangkok times and one header', () => {
    const csv = toCsv([row({})], 'en', nameOf)
    expect(csv.startsWith('\uFEFF"Date (Bangkok)","Type"')).toBe(true)
    expect(csv).not.toMatch(/[^\r]\n/)
    expect(lines([row({})])[1]).toBe(
      '"21/11/2026 00:00:05","Deposit","Done","","Kasikornbank","Main wallet","50.00","THB","","7"',
    )
  })
  it('makes a withdrawal a negative number', () => {
    expect(lines([row({ statementType: 'withdraw', amount: 1234.5 })])[1]).toContain('"-1234.50"')
  })
  it('names a transfer under way as the dashboard does', () => {
    const status = (statementType: StatementRow['statementType']) =>
      lines([row({ statementType, status: 'PENDING' })])[1]?.split(',')[2]
    expect([status('transfer'), status('withdraw')]).toEqual(['"In transit"', '"In progress"'])
  })
  it('has whole kip', () => {
    const kip = { currency: 'LAK', amount: 1234.5 } as const
    expect(lines([row(kip)])[1]).toContain('"1234","LAK"')
    expect(lines([row({ ...kip, statementType: 'withdraw' })])[1]).toContain('"-1234","LAK"')
  })
  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1'])('%j is no formula', (description) => {
    expect(lines([row({ promotion: { description } })])[1]).toContain(`"'${description}"`)
  })
  it('keeps quotes and line breaks inside their cell', () => {
    expect(toCsv([row({ bonus: { description: 'a "b"\nc' } })], 'en', nameOf)).toContain('"a ""b""\nc"')
  })
  it.each([
    ['th', 'ฝากเงิน'],
    ['la', 'ຝາກເງິນ'],
  ] as const)('speaks %s', (language, word) =>
    expect(toCsv([row({})], language, nameOf)).toContain(`"${word}"`),
  )

  describe.each(languages)('has no code of ours in %s', (language) => {
    const cellsOf = (given: Partial<StatementRow>) =>
      toCsv([row(given)], language, nameOf)
        .split('\r\n')[1]
        ?.slice(1, -1)
        .split('","') ?? []

    it.each([...statementReasons, null])('%s', (reason) => {
      const [, , , words] = cellsOf({ statementType: 'withdraw', status: 'FAILED', reason })
      expect(words).not.toBe('')
      if (reason) expect(words).not.toContain(reason)
    })
    it.each([
      { method: 'QR', from: 'WW' },
      { method: 'QR', from: 'KBANK' },
      { method: 'GIFT', from: 'GIFT' },
      { method: 'BANK', from: 'KBANK' },
    ] as const)('$method $from', (given) => {
      const [, , , , from, to] = cellsOf(given)
      expect(from).not.toBe('')
      expect(from).not.toBe(given.from)
      expect(to).not.toBe('WALLET')
    })
  })
})

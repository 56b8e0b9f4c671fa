import { describe, expect, it } from 'vitest'
import { doMatch, isPayment, mayBePayment, mayMatch, type ReportedTransfer } from './match-rules.ts'

/**
 * Whether a report of the feed and a slip under another reference are, or may be, one transfer (rules.md
 * §5.2).
 */

const limits = { minutes: 10, silentMinutes: 60 }
const report = (change: Partial<ReportedTransfer> | string = {}): ReportedTransfer => ({
  memberId: 'a',
  isTimeKnown: true,
  bank: 'KBANK',
  accountNo: 'xxx-x-x4711-x',
  name: 'SOMYING J',
  ...(typeof change === 'string' ? {} : change),
  paidAt: new Date(`2026-03-01T${typeof change === 'string' ? change : '05:03:27'}Z`),
})
const other = (change: Partial<ReportedTransfer>) => report({ memberId: 'b', ...change })

describe('by time', () => {
  it.each([
    ['05:03:27', '05:03:27', 'is'],
    ['05:03:27.900', '05:03:27.100', 'is'],
    ['05:03:27', '05:03:28', 'may be'],
    // Some banks report no seconds, so two transfers may have the same minute.
    ['05:03:00', '05:03:00', 'may be'],
    ['05:03:00', '05:03:27', 'may be'],
    ['05:13:27', '05:03:27', 'may be'],
    ['05:03:27', '05:13:27', 'may be'],
    ['05:13:28', '05:03:27', 'is not'],
    ['05:03:27', '05:13:28', 'is not'],
  ])('the feed’s %s %s the slip’s', (feed, slip, expected) => {
    expect(mayMatch(report(feed), report(slip), limits)).toBe(expected !== 'is not')
    expect(doMatch(report(feed), report(slip))).toBe(expected === 'is')
  })

  it.each([
    [-71, false],
    [-70, true],
    [0, true],
    [10, true],
    [11, false],
  ])('the feed’s %i minutes after the upload of a slip without a time', (minutes, may) => {
    const slip = report({ isTimeKnown: false })
    const feed = { ...report(), paidAt: new Date(slip.paidAt.getTime() + minutes * 60_000) }
    expect(mayMatch(feed, slip, limits)).toBe(may)
    expect(doMatch(feed, slip)).toBe(false)
  })
})

describe('by sender', () => {
  it.each<[string, ReportedTransfer, ReportedTransfer, boolean]>([
    ['of one member, masked in different places', report({ accountNo: '123471xxxx' }), report(), true],
    ['of two members, nothing in common shown', report({ accountNo: '123xxxxxxx' }), other({}), false],
    ['of two members, the same digits and name', report({ accountNo: '1234547110' }), other({}), true],
    ['of two members, other digits', report({ accountNo: '1234512340' }), other({}), false],
    ['of two members, another name', report({ name: 'WIPA SAENG' }), other({}), false],
    ['of two members, the name in another script', report({ name: 'สมหญิง ใจดี' }), other({}), true],
    ['of two members, another bank', report({ bank: 'SCB' }), other({}), false],
    [
      'of two members, the slip’s sender unknown',
      report(),
      other({ bank: '', accountNo: '', name: '' }),
      false,
    ],
    ['of nobody known, the same digits', report({ memberId: null }), report(), true],
    [
      'of nobody known, name cut shorter',
      report({ memberId: null, name: 'MS. SOMYING JAIDEE' }),
      report(),
      true,
    ],
    [
      'of nobody known, nothing shown',
      report({ memberId: null, bank: '', accountNo: '', name: '' }),
      report(),
      true,
    ],
    [
      'of nobody known, other digits',
      report({ memberId: null, accountNo: 'xxx-x-x4712-x' }),
      report(),
      false,
    ],
    ['of nobody known, another name', report({ memberId: null, name: 'WIPA S***' }), report(), false],
  ])('%s', (_, feed, slip, may) => {
    expect(mayMatch(feed, slip, limits)).toBe(may)
  })

  it('a pair is certain only if one member can have sent both', () => {
    expect(doMatch(report({ memberId: null }), report())).toBe(false)
    expect(doMatch(report({ memberId: null }), report({ memberId: null }))).toBe(false)
    expect(doMatch(report(), other({}))).toBe(false)
    expect(doMatch(report({ bank: 'SCB' }), report())).toBe(false)
  })
})

describe('a gateway’s payment and a transfer (rules.md §5.3)', () => {
  const paid = (time: string, memberId: string | null = 'a') => ({
    memberId,
    paidAt: new Date(`2026-03-01T${time}Z`),
  })

  it.each([
    ['05:03:27', '05:03:27', 'is'],
    ['05:03:27.900', '05:03:27.100', 'is'],
    ['05:03:27', '05:03:28', 'may be'],
    ['05:03:00', '05:03:00', 'may be'],
    ['05:13:27', '05:03:27', 'may be'],
    ['05:03:27', '05:13:27', 'may be'],
    ['05:13:27.001', '05:03:27', 'is not'],
    ['05:03:27', '05:13:27.001', 'is not'],
  ])('paid at %s %s the transfer of %s', (time, transfer, expected) => {
    expect(mayBePayment(paid(time), report(transfer), limits)).toBe(expected !== 'is not')
    expect(isPayment(paid(time), report(transfer))).toBe(expected === 'is')
  })

  it('a slip without a time may have been paid within the hour before its upload, and is never certain', () => {
    const slip = report({ isTimeKnown: false })
    expect(mayBePayment(paid('03:53:27'), slip, limits)).toBe(true)
    expect(mayBePayment(paid('03:53:26'), slip, limits)).toBe(false)
    expect(mayBePayment(paid('05:13:28'), slip, limits)).toBe(false)
    expect(isPayment(paid('05:03:27'), slip)).toBe(false)
  })

  it('anybody’s transfer may have paid the code, but only one of the code’s own member is certain', () => {
    for (const memberId of ['b', null]) {
      expect(mayBePayment(paid('05:03:27'), report({ memberId }), limits)).toBe(true)
      expect(isPayment(paid('05:03:27'), report({ memberId }))).toBe(false)
    }
    expect(isPayment(paid('05:03:27', null), report({ memberId: null }))).toBe(false)
  })
})

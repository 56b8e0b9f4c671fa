import { describe, expect, test } from 'vitest'
import { type Applicant, countReceived, firstCountedDay, type Offer, refusalOf } from './eligibility.ts'

const at = (text: string): Date => new Date(`${text}+07:00`)

describe('what counts towards a limit, in Bangkok time', () => {
  test.each([
    // type, now → first day that counts
    ['limit', '2026-03-04T12:00:00', undefined],
    ['day', '2026-03-04T00:00:00', '2026-03-04'],
    ['day', '2026-03-03T23:59:59', '2026-03-03'],
    ['week', '2026-03-04T12:00:00', '2026-03-02'],
    ['week', '2026-03-02T00:00:00', '2026-03-02'],
    ['week', '2026-03-01T23:59:59', '2026-02-23'],
    ['week', '2026-01-01T00:00:00', '2025-12-29'],
  ] as const)('%s at %s: from %s', (type, now, first) => {
    expect(firstCountedDay(type, at(now))).toBe(first)
  })

  const received = [
    '2026-02-22T23:59:59',
    '2026-02-23T00:00:00',
    '2026-03-01T23:59:59',
    '2026-03-02T00:00:00',
  ].map(at)
  test.each([
    ['limit', '2026-03-02T00:00:01', 4],
    ['day', '2026-03-02T00:00:01', 1],
    ['day', '2026-03-01T23:59:59', 2],
    ['day', '2026-03-03T00:00:00', 0],
    ['week', '2026-03-01T23:59:59', 3],
    ['week', '2026-03-02T00:00:00', 1],
    ['week', '2026-03-09T00:00:00', 0],
  ] as const)('%s at %s: %d', (type, now, count) => {
    expect(countReceived(type, received, at(now))).toBe(count)
  })
})

describe('who may have a bonus', () => {
  const now = at('2026-03-04T12:00:00')
  const offer: Offer = { type: 'day', maxReceived: 1, budgetMinor: 100_000, maxTotalMinor: 500 }
  const fresh: Applicant = { receivedAt: [], hasActive: false, totalMinor: 0 }
  const today = [at('2026-03-04T00:00:00')]
  test.each([
    // who, what of it is given → refusal
    ['a new member', {}, 0, undefined],
    ['one who had it yesterday', { receivedAt: [at('2026-03-03T23:59:59')] }, 0, undefined],
    ['one who had it today', { receivedAt: today }, 0, 'BONUS_MAX_CLAIMED'],
    ['one with another bonus', { hasActive: true }, 0, 'BONUS_ALREADY_ACTIVE'],
    [
      'one with another bonus who had it today',
      { hasActive: true, receivedAt: today },
      0,
      'BONUS_ALREADY_ACTIVE',
    ],
    ['one with 5 baht', { totalMinor: 500 }, 0, undefined],
    ['one with a satang more', { totalMinor: 501 }, 0, 'BONUS_REMAINING'],
    ['anybody, when just enough is left', {}, 95_000, undefined],
    ['anybody, when a satang is missing', {}, 95_001, 'BONUS_FULL'],
  ] as const)('%s: %o, %d given → %s', (_who, facts, givenMinor, refusal) => {
    expect(refusalOf(offer, { ...fresh, ...facts }, { givenMinor, nextMinor: 5_000, now })).toBe(refusal)
  })

  test('a bonus without a budget has no end', () => {
    const endless = { ...offer, budgetMinor: null }
    expect(refusalOf(endless, fresh, { givenMinor: 9e15, nextMinor: 1, now })).toBeUndefined()
  })
})

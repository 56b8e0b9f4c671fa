import { describe, expect, it } from 'vitest'
import { legsAlong, maySend, phaseBy, resolutionKey, type Status } from './two-phase.ts'

describe('the effect of an answer on held money', () => {
  it.each<[Status, string]>([
    [{ outcome: 'done' }, 'posted'],
    [{ outcome: 'refused', reason: 'CLOSED' }, 'voided'],
    // No answer has no effect.
    [{ outcome: 'uncertain', reason: 'TIMEOUT' }, 'wait'],
    [{ outcome: 'unknown-id' }, 'as the caller says'],
  ])('%j: %s', (status, expected) => expect(phaseBy(status, 'as the caller says')).toBe(expected))
})

it('a call may be sent while no follow-up can run, and not after that', () => {
  expect([0, 14.9, 15, 40].map((elapsed) => maySend(elapsed, 15))).toEqual([true, true, false, false])
})

describe('legs', () => {
  const account = (name: string) => ({ member: 'm', name })
  const path = { from: account('wallet'), held: account('withdrawing'), to: { house: 'payout' as const } }
  it.each([
    ['pending', path.from, path.held],
    ['posted', path.held, path.to],
    ['voided', path.held, path.from],
  ] as const)('of %s move the whole amount, and add to zero', (phase, source, target) =>
    expect(legsAlong(path, phase, { asset: 'LAK', amountMinor: 500 })).toEqual([
      { account: source, asset: 'LAK', amountMinor: -500 },
      { account: target, asset: 'LAK', amountMinor: 500 },
    ]),
  )
})

it('no member’s key can equal the key of a hold’s end', () => {
  expect(resolutionKey('withdraw:wd1', 'voided')).toBe('voided:withdraw:wd1')
})

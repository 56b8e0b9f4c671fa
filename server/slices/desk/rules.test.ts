import { describe, expect, it } from 'vitest'
import { approvalsNeeded, mayDecide, nextStep } from './rules.ts'

describe('how many operators', () => {
  it.each([
    [19_999.99, 1],
    [20_000, 1],
    [20_000.01, 2],
    [null, 1],
  ])('%s baht needs %i', (amount, needed) => expect(approvalsNeeded(amount, 20_000)).toBe(needed))

  it.each([
    ['owner', true],
    ['cashier', true],
    ['support', false],
    ['auditor', false],
  ] as const)('%s decides: %s', (role, may) => expect(mayDecide(role)).toBe(may))
})

describe('one more approval', () => {
  const plain = { memberId: null, amountMinor: null }
  const by = (
    operatorId: string,
    said = plain as { memberId: string | null; amountMinor: number | null },
  ) => ({
    operatorId,
    ...said,
  })
  const x = { memberId: 'x', amountMinor: null }
  const y = { memberId: 'y', amountMinor: null }

  it.each([
    ['one suffices', [], by('a'), 1, 'done'],
    ['the first of two', [], by('a'), 2, { kind: 'wait', afresh: false }],
    ['the second of two', [by('a')], by('b'), 2, 'done'],
    ['the same operator again', [by('a')], by('a'), 2, 'second-operator'],
    ['two who name the same member', [by('a', x)], by('b', x), 2, 'done'],
    ['two who name different members', [by('a', x)], by('b', y), 2, { kind: 'wait', afresh: true }],
    ['the same operator names another member', [by('a', x)], by('a', y), 2, { kind: 'wait', afresh: true }],
    [
      'different amounts',
      [by('a', { memberId: 'x', amountMinor: 3_000_000 })],
      by('b', { memberId: 'x', amountMinor: 3_000_001 }),
      2,
      { kind: 'wait', afresh: true },
    ],
  ])('%s', (_, standing, approval, needed, step) => {
    expect(nextStep(standing, approval, needed)).toEqual(step)
  })
})

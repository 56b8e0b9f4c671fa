import { describe, expect, it } from 'vitest'
import { mayDecide, nextStep, operatorsNeeded, type Statement } from './rules.ts'

describe('how many operators', () => {
  it.each([
    // amount, approve, refuse what merely waits, refuse in doubt
    [19_999.99, 1, 1, 1],
    [20_000, 1, 1, 1],
    [20_000.01, 2, 1, 2],
    // An approval has to name it, a refusal cannot.
    [null, 1, 1, 2],
  ])('%s baht: %i approve, %i refuse, %i refuse in doubt', (amount, approve, refuse, inDoubt) => {
    const about = { amount, limit: 20_000 }
    for (const refusalInDoubt of [true, false])
      expect(operatorsNeeded('approve', { ...about, refusalInDoubt })).toBe(approve)
    expect(operatorsNeeded('refuse', { ...about, refusalInDoubt: false })).toBe(refuse)
    expect(operatorsNeeded('refuse', { ...about, refusalInDoubt: true })).toBe(inDoubt)
  })

  it.each([
    ['owner', true],
    ['cashier', true],
    ['support', false],
    ['auditor', false],
  ] as const)('%s decides: %s', (role, may) => expect(mayDecide(role)).toBe(may))
})

describe('one more verdict', () => {
  const by = (operatorId: string, said: Partial<Statement> = {}) => ({
    operatorId,
    verdict: 'approve' as const,
    memberId: null,
    amountMinor: null,
    ...said,
  })
  const no = { verdict: 'refuse' } as const
  const x = { memberId: 'x' }
  const y = { memberId: 'y' }

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
    ['the first of two refusals', [], by('a', no), 2, { kind: 'wait', afresh: false }],
    ['the second of two refusals', [by('a', no)], by('b', no), 2, 'done'],
    ['the same operator refuses again', [by('a', no)], by('a', no), 2, 'second-operator'],
    ['refused after an approval', [by('a')], by('b', no), 2, { kind: 'wait', afresh: true }],
    ['approved after a refusal', [by('a', no)], by('b'), 2, { kind: 'wait', afresh: true }],
    ['the same operator thinks better of it', [by('a')], by('a', no), 2, { kind: 'wait', afresh: true }],
    ['refused by one after an approval, where one suffices', [by('a')], by('b', no), 1, 'done'],
  ])('%s', (_, standing, said, needed, step) => {
    expect(nextStep(standing, said, needed)).toEqual(step)
  })
})

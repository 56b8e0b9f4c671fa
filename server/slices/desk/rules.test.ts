import { describe, expect, it } from 'vitest'
import { isAbout, nextStep, type Statement, secondBecause, type Weight } from './rules.ts'

describe('why a decision takes a second operator', () => {
  const weight = (of: Partial<Weight> = {}): Weight => ({
    amount: 100,
    limit: 20_000,
    alone: { sum: 0, limit: 100_000 },
    differs: false,
    rivalled: false,
    refusalInDoubt: false,
    ...of,
  })

  it.each([
    // amount, sum with others, approved alone so far; approve, refuse in doubt
    [20_000, 0, 0, null, null],
    [20_000.01, 0, 0, 'AMOUNT', 'AMOUNT'],
    [100, 20_000, 0, null, null],
    [100, 20_000.01, 0, 'MEMBER_SUM', 'MEMBER_SUM'],
    [100, 0, 99_900, null, null],
    [100, 0, 99_900.01, 'OPERATOR_SUM', 'OPERATOR_SUM'],
    // An approval has to name the amount, and a refusal cannot.
    [null, 0, 100_000, null, 'AMOUNT'],
  ])('%s baht, with others %s, alone %s: %s, %s', (amount, sum, alone, approve, inDoubt) => {
    const about = weight({ amount, sum, alone: { sum: alone, limit: 100_000 } })
    expect(secondBecause('approve', about)).toBe(approve)
    expect(secondBecause('approve', { ...about, refusalInDoubt: true })).toBe(approve)
    expect(secondBecause('refuse', { ...about, refusalInDoubt: true })).toBe(inDoubt)
    // An item that only waits is refused by one operator.
    expect(secondBecause('refuse', about)).toBe(null)
  })

  it('a sender who differs takes two operators for a credit from the first satang, but not for a refusal', () => {
    expect(secondBecause('approve', weight({ amount: 0.01, differs: true }))).toBe('DIFFERS')
    expect(secondBecause('approve', weight({ amount: null, differs: true }))).toBe('DIFFERS')
    expect(secondBecause('refuse', weight({ differs: true }))).toBe(null)
    expect(secondBecause('refuse', weight({ differs: true, refusalInDoubt: true }))).toBe(null)
  })
})

it('a member who is one of several likely ones takes two operators for a credit, but not for a refusal', () => {
  const weight = {
    amount: 1,
    limit: 100,
    alone: { sum: 0, limit: 100 },
    differs: false,
    refusalInDoubt: false,
  }
  expect(secondBecause('approve', { ...weight, rivalled: true })).toBe('RIVALLED')
  expect(secondBecause('refuse', { ...weight, rivalled: true })).toBe(null)
})

describe('one more vote', () => {
  const by = (operatorId: string, said: Partial<Statement> = {}) => ({
    operatorId,
    name: operatorId,
    counts: true,
    at: new Date(0),
    reference: null,
    choice: 'approve' as const,
    memberId: null,
    amountMinor: null,
    transferId: null,
    question: null,
    ...said,
  })
  const no = { choice: 'refuse' } as const
  const x = { memberId: 'x' }
  const y = { memberId: 'y' }

  it.each([
    ['one suffices', [], by('a'), 1, 'done'],
    ['the first of two', [], by('a'), 2, 'wait'],
    ['the second of two', [by('a')], by('b'), 2, 'done'],
    ['the same operator again', [by('a')], by('a'), 2, 'second-operator'],
    ['two who name the same member', [by('a', x)], by('b', x), 2, 'done'],
    ['two who name different members', [by('a', x)], by('b', y), 2, 'wait'],
    ['the same operator names another member', [by('a', x)], by('a', y), 2, 'wait'],
    [
      'different amounts',
      [by('a', { memberId: 'x', amountMinor: 3_000_000 })],
      by('b', { memberId: 'x', amountMinor: 3_000_001 }),
      2,
      'wait',
    ],
    ['different transfers', [by('a', { transferId: '1' })], by('b', { transferId: '2' }), 2, 'wait'],
    ['different questions', [by('a', { question: '9' })], by('b', { question: '9 107' }), 2, 'wait'],
    ['one question', [by('a', { question: '9' })], by('b', { question: '9' }), 2, 'done'],
    ['the first of two refusals', [], by('a', no), 2, 'wait'],
    ['the second of two refusals', [by('a', no)], by('b', no), 2, 'done'],
    ['the same operator refuses again', [by('a', no)], by('a', no), 2, 'second-operator'],
    ['refused after an approval', [by('a')], by('b', no), 2, 'wait'],
    ['approved after a refusal', [by('a', no)], by('b'), 2, 'wait'],
    ['the same operator thinks better of it', [by('a')], by('a', no), 2, 'wait'],
    ['refused by one after an approval, where one suffices', [by('a')], by('b', no), 1, 'done'],
  ])('%s', (_, votes, said, needed, step) => {
    expect(nextStep(votes, said, needed).step).toBe(step)
  })

  it('votes of operators who may no longer decide do not count', () => {
    const gone = { ...by('a'), counts: false }
    expect(nextStep([gone], by('b'), 2)).toEqual({ step: 'wait', with: [] })
    expect(nextStep([gone], by('a'), 2).step).toBe('wait')
  })

  it.each([
    [{ memberId: null, amountMinor: null }, x, true],
    [{ memberId: 'x', amountMinor: 100 }, { memberId: 'x', amountMinor: 100 }, true],
    [{ memberId: 'x', amountMinor: 100 }, { memberId: 'x', amountMinor: 101 }, false],
    [{ memberId: 'x', amountMinor: 100 }, { memberId: 'x', amountMinor: null }, false],
    [{ memberId: 'x', amountMinor: null }, { memberId: 'y', amountMinor: 100 }, false],
    [{ memberId: null, amountMinor: null, question: '9' }, { question: '9' }, true],
    [{ memberId: null, amountMinor: null, question: '9 107' }, { question: '9' }, false],
  ])('about an item with %o, having said %o: %s', (item, said, expected) =>
    expect(isAbout(by('a', said), { question: null, ...item })).toBe(expected),
  )
})

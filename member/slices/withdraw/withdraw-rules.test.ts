import { expect, test } from 'vitest'
import { allOf, inGamesOf, problemOf, quickAmounts } from './withdraw-rules.ts'

const bounds = { minimum: 100, maximum: 50_000, available: 1250.5 }

test.each([
  ['', 'minimum'],
  ['abc', 'amount'],
  ['1.234', 'amount'],
  ['0', 'minimum'],
  ['99.99', 'minimum'],
  ['100', undefined],
  ['1,250.50', undefined],
  ['1250.51', 'notEnough'],
  ['50000', 'notEnough'],
  ['50000.01', 'maximum'],
] as const)('%j: %s', (typed, problem) => expect(problemOf(typed, bounds, 'THB')).toBe(problem))

test('zero is never enough, even without a minimum', () => {
  expect(problemOf('0', { ...bounds, minimum: 0 }, 'THB')).toBe('minimum')
})

test('"all" is everything, up to the maximum of one withdrawal', () => {
  expect(allOf(bounds)).toBe(1250.5)
  expect(allOf({ ...bounds, available: 90_000 })).toBe(50_000)
})

test('quick amounts are amounts that can be withdrawn', () => {
  expect(quickAmounts(bounds)).toEqual([100, 500, 1000])
  expect(quickAmounts({ ...bounds, available: 90_000 })).toEqual([100, 500, 1000])
  expect(quickAmounts({ ...bounds, available: 50 })).toEqual([])
})

test('a game counts only with at least the minimum transfer', () => {
  const slots = [400, 0.99, 1, 0].map((amount) => ({ amount }))
  expect(inGamesOf({ slots, transferMinimum: 1 })).toBe(401)
  expect(inGamesOf({ slots: [], transferMinimum: 1 })).toBe(0)
})

test('kip are typed whole', () => {
  expect(problemOf(`${bounds.minimum}.50`, bounds, 'LAK')).toBe('amount')
  expect(problemOf(`${bounds.minimum}.00`, bounds, 'LAK')).toBeUndefined()
})

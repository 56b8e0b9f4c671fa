import { expect, test } from 'vitest'
import { createBrake } from './brake.ts'

/** A brake whose time advances only by `wait`. */
function brake(perSecond = 10, burst = 100) {
  let time = 0
  return { ...createBrake({ perSecond, burst, now: () => time }), wait: (ms: number) => (time += ms) }
}

test('each caller may make `burst` calls at once and `perSecond` calls a second after that', () => {
  const { take, wait } = brake()
  for (let n = 0; n < 100; n++) expect(take('a', 1)).toBe(0)
  expect(take('a', 1)).toBe(1)
  expect(take('a', 25)).toBe(3)
  expect(take('b', 1)).toBe(0)
  wait(500)
  for (let n = 0; n < 5; n++) expect(take('a', 1)).toBe(0)
  expect(take('a', 1)).toBe(1)
  wait(3_600_000)
  for (let n = 0; n < 100; n++) expect(take('a', 1)).toBe(0)
  expect(take('a', 1)).toBe(1)
})

test('a cost that is charged later makes the caller wait, but at most a second', () => {
  const { take, charge, wait } = brake()
  for (let n = 0; n < 1000; n++) charge('a', 4)
  expect(take('a', 0)).toBe(1)
  wait(1001)
  expect(take('a', 0)).toBe(0)
  expect(take('a', 1)).toBe(1)
})

test('forgets the caller whose last call is the oldest', () => {
  const { take, charge, isKnown } = brake(10, 5)
  expect(isKnown('first')).toBe(false)
  for (let n = 0; n < 5; n++) take('first', 1)
  charge('second', 0)
  take('first', 1)
  for (let n = 0; n < 49_999; n++) charge(`other ${n}`, 0)
  expect([isKnown('first'), isKnown('second')]).toEqual([true, false])
  expect(take('first', 5)).toBe(1)
})

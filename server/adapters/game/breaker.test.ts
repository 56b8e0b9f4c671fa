import { expect, test } from 'vitest'
import { travellingClock } from '../../testing/clock.ts'
import { createBreaker } from './breaker.ts'

test('five failures in a row open it; a success in between resets the count', () => {
  const breaker = createBreaker(travellingClock(), { callers: 1 })
  for (let i = 0; i < 4; i++) breaker.failed()
  breaker.succeeded()
  for (let i = 0; i < 4; i++) expect(breaker.failed()).toBe(false)
  expect(breaker.admits()).toBe(true)
  expect(breaker.failed()).toBe(true)
  expect(breaker.admits()).toBe(false)
})

test('after ten seconds one call may try; its success closes the circuit, its failure opens it again', () => {
  const clock = travellingClock()
  const breaker = createBreaker(clock, { callers: 1 })
  for (let i = 0; i < 5; i++) breaker.failed()
  clock.advance(9)
  expect(breaker.admits()).toBe(false)
  clock.advance(1.1)
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
  breaker.failed()
  expect(breaker.admits()).toBe(false)
  clock.advance(10.1)
  expect(breaker.admits()).toBe(true)
  breaker.succeeded()
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
})

test('a trial call that never ends does not keep the circuit open for ever', () => {
  const clock = travellingClock()
  const breaker = createBreaker(clock, { callers: 1 })
  for (let i = 0; i < 5; i++) breaker.failed()
  clock.advance(10.1)
  expect(breaker.admits()).toBe(true)
  clock.advance(10.1)
  expect(breaker.admits()).toBe(true)
})

test('an answer to a question that was asked while it is open closes the circuit', () => {
  const breaker = createBreaker(travellingClock(), { callers: 1 })
  for (let i = 0; i < 5; i++) breaker.failed()
  breaker.succeeded()
  expect(breaker.admits()).toBe(true)
})

test('failures of fewer than three callers open it for these callers only', () => {
  const clock = travellingClock()
  const breaker = createBreaker(clock)
  for (let i = 0; i < 20; i++) expect(breaker.failed(i % 2 ? 'a' : 'b')).toBe(false)
  expect(['a', 'b', 'c', undefined].map((caller) => breaker.isClosed(caller))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect([breaker.admits('a'), breaker.admits('c')]).toEqual([false, true])
  // A third one, and it is the provider that does not answer.
  expect(breaker.failed('c')).toBe(true)
  expect(breaker.admits('d')).toBe(false)
  breaker.succeeded('d')
  expect(breaker.admits('d')).toBe(true)
  expect(breaker.admits('a')).toBe(false)
  clock.advance(10.1)
  expect([breaker.admits('a'), breaker.admits('a')]).toEqual([true, false])
  breaker.succeeded('a')
  expect(breaker.isClosed('a')).toBe(true)
})

test('a pause lets nothing through, and is over when it is over', () => {
  const clock = travellingClock()
  const breaker = createBreaker(clock)
  breaker.pause(20)
  expect([breaker.isPaused(), breaker.isClosed('a'), breaker.admits('a')]).toEqual([true, false, false])
  clock.advance(20.1)
  expect([breaker.isPaused(), breaker.isClosed('a'), breaker.admits('a')]).toEqual([false, true, true])
})

import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('an address holds so many at a time, and another for each that it frees', () => {
  const { isFull, take } = createPlaces(3)
  const free = ['203.0.113.1', '::ffff:203.0.113.1', '203.0.113.1'].map(take)
  expect([isFull('203.0.113.1'), isFull('203.0.113.2')]).toEqual([true, false])
  free[0]?.()
  free[0]?.()
  expect(isFull('203.0.113.1')).toBe(false)
  take('203.0.113.1')
  expect(isFull('203.0.113.1')).toBe(true)
})

test('the addresses of one IPv6 customer are one', () => {
  const { isFull, take } = createPlaces(2)
  take('2001:db8:1:2::1')
  take('2001:db8:1:2:ffff::9')
  expect([isFull('2001:db8:1:2::3'), isFull('2001:db8:1:3::3')]).toEqual([true, false])
})

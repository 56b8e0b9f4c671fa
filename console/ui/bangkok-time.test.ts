import { expect, it } from 'vitest'
import { fromField, toField } from './bangkok-time.ts'

it.each([
  ['2026-03-31T17:00:00.000Z', '2026-04-01T00:00'],
  ['2026-12-31T16:59:00.000Z', '2026-12-31T23:59'],
])('%s', (instant, field) => {
  expect(toField(instant)).toBe(field)
  expect(fromField(field)).toBe(instant)
})

it('nothing is nothing', () => {
  expect(toField(null)).toBe('')
  expect(fromField('')).toBeNull()
})

import { expect, it } from 'vitest'
import { megabytes, problemOf, type SlipRules } from './rules.ts'

const rules: SlipRules = {
  uploadWithinMinutes: 60,
  maxBytes: 1000,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  closedFrom: '00:00',
  closedUntil: '00:00',
}

it('accepts the pictures that the server accepts, up to the last byte', () => {
  expect(problemOf({ type: 'image/png', size: 1000 }, rules)).toBeUndefined()
  expect(problemOf({ type: 'image/png', size: 1001 }, rules)).toBe('size')
  expect(problemOf({ type: 'application/pdf', size: 10 }, rules)).toBe('type')
  expect(problemOf({ type: 'image/png', size: 0 }, rules)).toBe('type')
  expect(problemOf({ type: '', size: 10 }, rules)).toBeUndefined()
})

it('shows a limit in whole megabytes', () => {
  expect(megabytes(10 * 1024 * 1024)).toBe(10)
  expect(megabytes(1)).toBe(1)
})

import { expect, it } from 'vitest'
import { digitsOf } from './digits.ts'

it('Thai and Lao digits are accepted', () => {
  expect(digitsOf('๒๕๓๓', 4)).toBe('2533')
  expect(digitsOf('໑໙໙໐', 4)).toBe('1990')
  expect(digitsOf('1 9a90 5', 4)).toBe('1990')
})

import { expect, it } from 'vitest'
import { mustRename } from './rename.ts'

it.each([
  ['KBANK', 'KTB', 'สมชาย ใจดี', true],
  ['KBANK', 'TMB', 'SOMCHAI ใจดี', true],
  ['KBANK', 'BBL', 'SOMCHAI 2', true],
  ['KBANK', 'KTB', 'Somchai Jaidee', false],
  ['KBANK', 'SCB', 'สมชาย ใจดี', false],
  ['SCB', 'KTB', 'สมชาย ใจดี', false],
])('to %s from %s in the name of %s: %s', (to, bankCode, bankAccountName, asked) => {
  expect(mustRename(to, { bankCode, bankAccountName })).toBe(asked)
})

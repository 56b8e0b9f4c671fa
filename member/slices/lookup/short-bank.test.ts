import { expect, test } from 'vitest'
import { shortBank } from './short-bank.ts'

test.each([
  ['ธนาคารกสิกรไทย', 'กสิกรไทย'],
  ['ທະນາຄານກະສິກອນໄທ', 'ກະສິກອນໄທ'],
  ['Siam Commercial Bank', 'Siam Commercial Bank'],
  ['พร้อมเพย์', 'พร้อมเพย์'],
])('%s in short', (name, short) => {
  expect(shortBank(name)).toBe(short)
})

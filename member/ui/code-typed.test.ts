import { expect, it } from 'vitest'
import { codeIn } from './code-typed.ts'

it.each([
  ['533484', '533484'],
  ['53', '53'],
  ['', ''],
  ['5334845', '533484'],
  ['533 484', '533484'],
  ['๕๓๓๔๘๔', '533484'],
  ['໕໓໓໔໘໔', '533484'],
  ['LUCKY99: รหัส OTP 533484 (Ref: XWVX)', '533484'],
  ['รหัส ๕๓๓๔๘๔ ใช้ได้ 5 นาที', '533484'],
  ['LUCKY99', '99'],
  ['1234567890 and 533484', '533484'],
])('%j has the code %j', (text, code) => expect(codeIn(text, 6)).toBe(code))

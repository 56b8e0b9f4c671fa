import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

/** What a spreadsheet makes of a file. */

it.each([
  ['=HYPERLINK("https://x.test")', '"\'=HYPERLINK(""https://x.test"")"'],
  ['+66 81', '"\'+66 81"'],
  ['-2+3', '"\'-2+3"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['-12.50', '"-12.50"'],
  ['สมชาย, "ใจดี"', '"สมชาย, ""ใจดี"""'],
  ['ถอน\u2060เงิน', '"ถอนเงิน"'],
  [null, '""'],
  [7, '"7"'],
])('%j is text or a number, and no formula', (value, written) =>
  expect(csvOf([[value]])).toBe(`\uFEFF${written}\r\n`),
)

it('lines end as spreadsheets expect', () =>
  expect(
    csvOf([
      ['a', 'b'],
      [1, 2],
    ]),
  ).toBe('\uFEFF"a","b"\r\n"1","2"\r\n'))

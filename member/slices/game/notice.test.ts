import { expect, it } from 'vitest'
import { noticeOf } from './notice.ts'

const each = { th: 'ไทย', la: 'ລາວ', en: 'English' }

it.each([
  ['PG', each, 'th', 'ไทย'],
  ['PGSLOT', each, 'la', 'ລາວ'],
  ['PGSLOT', 'one for all', 'en', 'one for all'],
  ['JOKER', each, 'en', ''],
  ['PG', '', 'en', ''],
] as const)('the notice of %s', (code, of, language, notice) =>
  expect(noticeOf(code, of, language)).toBe(notice),
)

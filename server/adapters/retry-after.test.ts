import { expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = new Date('2026-03-01T05:00:00Z')

it.each<[string | null, number | undefined]>([
  ['120', 120],
  [' 7 ', 7],
  ['999999', 3600],
  ['Sun, 01 Mar 2026 05:02:00 GMT', 120],
  ['Sun Mar  1 05:02:00 2026 GMT', 120],
  ['Mon, 02 Mar 2026 05:00:00 GMT', 3600],
  ['Sun, 01 Mar 2026 04:59:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['never', undefined],
  ['', undefined],
  [null, undefined],
])('%s: %s', (value, seconds) => expect(readRetryAfter(value, now, 3600)).toBe(seconds))

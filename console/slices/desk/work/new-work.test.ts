import { describe, expect, it } from 'vitest'
import { grown, tooOld } from './new-work.ts'

const counts = (slip: number, gift: number) => [
  { queue: 'slip', count: slip },
  { queue: 'gift', count: gift },
]

describe('queues that have grown', () => {
  it.each([
    ['at the first look', undefined, counts(3, 0), []],
    ['with the same', counts(3, 0), counts(3, 0), []],
    ['with one more', counts(3, 0), counts(3, 1), ['gift']],
    ['with one less', counts(3, 1), counts(2, 1), []],
    ['a queue that was not there', counts(3, 1).slice(0, 1), counts(3, 1), ['gift']],
  ])('%s', (_, before, now, expected) =>
    expect(grown(before, now).map(({ queue }) => queue)).toEqual(expected),
  )
})

it('an item that is too old is reported once, the next oldest again', () => {
  const notified = new Set<string>()
  const now = new Date('2026-01-02T10:31:00Z')
  const at = (since: string | null) =>
    tooOld([{ queue: 'slip', since }], now, 30, notified).map(({ queue }) => queue)
  expect(at(null)).toEqual([])
  expect(at('2026-01-02T10:02:00Z')).toEqual([])
  expect(at('2026-01-02T10:01:00Z')).toEqual(['slip'])
  expect(at('2026-01-02T10:01:00Z')).toEqual([])
  expect(at('2026-01-02T10:00:00Z')).toEqual(['slip'])
})

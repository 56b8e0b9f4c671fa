import { describe, expect, it } from 'vitest'
import { isClosed, megabytes, problemOf, type SlipRules } from './rules.ts'

const rules = (closedFrom: string, closedUntil: string): SlipRules => ({
  uploadWithinMinutes: 60,
  maxBytes: 1000,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  closedFrom,
  closedUntil,
})
const open = rules('00:00', '00:00')
/** A time of the Bangkok day. */
const at = (time: string) => new Date(`2026-01-05T${time}:00+07:00`)

it('takes pictures that the server takes, up to the last byte', () => {
  expect(problemOf({ type: 'image/png', size: 1000 }, open)).toBeUndefined()
  expect(problemOf({ type: 'image/png', size: 1001 }, open)).toBe('size')
  expect(problemOf({ type: 'application/pdf', size: 10 }, open)).toBe('type')
  expect(problemOf({ type: 'image/png', size: 0 }, open)).toBe('type')
  expect(problemOf({ type: '', size: 10 }, open)).toBeUndefined()
})

describe('closing hours of the Bangkok day', () => {
  it('around the clock', () => expect(isClosed(open, at('00:00'))).toBe(false))
  it.each([
    ['01:59', false],
    ['02:00', true],
    ['02:59', true],
    ['03:00', false],
  ])('02:00 to 03:00 at %s: %s', (time, closed) =>
    expect(isClosed(rules('02:00', '03:00'), at(time))).toBe(closed),
  )
  it.each([
    ['23:49', false],
    ['23:50', true],
    ['00:05', true],
    ['00:10', false],
  ])('past midnight, at %s: %s', (time, closed) =>
    expect(isClosed(rules('23:50', '00:10'), at(time))).toBe(closed),
  )
})

it('names a limit in whole megabytes', () => {
  expect(megabytes(10 * 1024 * 1024)).toBe(10)
  expect(megabytes(1)).toBe(1)
})

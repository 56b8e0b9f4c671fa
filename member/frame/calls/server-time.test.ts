import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-time.ts'

const second = 1000
const start = Date.parse('2026-11-01T10:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  noteServerTime(new Date(start).toUTCString())
})
afterEach(() => vi.useRealTimers())

/** An answer that the server made then, by its own clock. */
const answered = (at: number, sentAt?: number) => noteServerTime(new Date(at).toUTCString(), sentAt)
const ahead = () => (serverNow() - Date.now()) / second

it('a clock that is wrong is put right, by a second or so', () => {
  answered(start + 300 * second)
  expect(ahead()).toBeCloseTo(300, 0)
  vi.setSystemTime(start + 60 * second)
  answered(start + 361 * second)
  expect(ahead()).toBeCloseTo(300, 0)
})

it('a difference that travel explains is none', () => {
  answered(start + 2 * second)
  expect(ahead()).toBe(0)
})

it('an answer that a sleeping page handles late is no wrong clock', () => {
  vi.setSystemTime(start + 600 * second)
  answered(start + second, start)
  expect(ahead()).toBe(0)
})

it('nor does it change what is known of a wrong one', () => {
  answered(start - 120 * second)
  const known = ahead()
  vi.setSystemTime(start + 600 * second)
  answered(start - 119 * second, start)
  expect(ahead()).toBe(known)
})

it('a clock that was put right meanwhile counts as right', () => {
  answered(start + 300 * second)
  vi.setSystemTime(start + 310 * second)
  answered(start + 310 * second)
  expect(ahead()).toBe(0)
})

it('an answer without a time says nothing', () => {
  answered(start + 300 * second)
  noteServerTime(null)
  expect(ahead()).toBeCloseTo(300, 0)
})

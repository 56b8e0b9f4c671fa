import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs once for all calls within the time, and again for a later one', () => {
  const run = vi.fn()
  const gathered = gather(run, 150)
  gathered()
  vi.advanceTimersByTime(100)
  gathered()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(50)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(1)
  gathered()
  vi.advanceTimersByTime(150)
  expect(run).toHaveBeenCalledTimes(2)
})

it('a cancelled run does not begin, and a later call does', () => {
  const run = vi.fn()
  const gathered = gather(run, 150)
  gathered()
  gathered.cancel()
  vi.advanceTimersByTime(1000)
  expect(run).not.toHaveBeenCalled()
  gathered()
  vi.advanceTimersByTime(150)
  expect(run).toHaveBeenCalledTimes(1)
})

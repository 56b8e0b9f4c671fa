import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shortCache } from './short-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A cache whose reads are answered by the test. */
function source() {
  const asked: PromiseWithResolvers<string>[] = []
  const read = () => {
    const question = Promise.withResolvers<string>()
    asked.push(question)
    return question.promise
  }
  return { asked, cache: shortCache(read) }
}

it('reads once for simultaneous calls, and again when the copy is older than two seconds', async () => {
  const { asked, cache } = source()
  const together = Promise.all([cache.get(), cache.get()])
  asked[0]?.resolve('first')
  expect(await together).toEqual(['first', 'first'])
  vi.advanceTimersByTime(2000)
  expect(await cache.get()).toBe('first')
  vi.advanceTimersByTime(1)
  const later = cache.get()
  asked[1]?.resolve('second')
  expect(await later).toBe('second')
  expect(asked).toHaveLength(2)
})

it('counts the age of a copy from the beginning of its read, not from the answer', async () => {
  const { asked, cache } = source()
  const slow = cache.get()
  vi.advanceTimersByTime(1900)
  asked[0]?.resolve('slow')
  await slow
  vi.advanceTimersByTime(101)
  cache.get()
  expect(asked).toHaveLength(2)
})

it('does not cache a failure', async () => {
  const { asked, cache } = source()
  const failing = cache.get()
  asked[0]?.reject(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  const again = cache.get()
  asked[1]?.resolve('there')
  expect(await again).toBe('there')
})

it('reads again after clear, and keeps the new value when the earlier read fails later', async () => {
  const { asked, cache } = source()
  const before = cache.get()
  cache.clear()
  const after = cache.get()
  asked[1]?.resolve('after')
  expect(await after).toBe('after')
  asked[0]?.reject(new Error('late'))
  await expect(before).rejects.toThrow('late')
  expect(await cache.get()).toBe('after')
  expect(asked).toHaveLength(2)
})

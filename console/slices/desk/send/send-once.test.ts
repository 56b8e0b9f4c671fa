import { ApiError } from '@krapao/web/api/client.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { sendOnce } from './send-once.ts'

/** The tab's storage, which outlives a reload. */
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  return () => vi.unstubAllGlobals()
})

/** Sends a note; what it is answered is the error, or else `done`. @returns the key it was sent with */
async function keyOf(words: string, error?: ApiError): Promise<string> {
  let used = ''
  const sent = sendOnce(['slip', '1', 'note', words], async (key) => {
    used = key
    if (error) throw error
    return 'done'
  })
  if (error) await expect(sent).rejects.toBe(error)
  else expect(await sent).toBe('done')
  return used
}

it('the same call has the same key until it is answered, and another key afterwards', async () => {
  const first = await keyOf('hello', new ApiError('NETWORK', 0))
  expect(await keyOf('hello', new ApiError('SERVICE_UNAVAILABLE', 503))).toBe(first)
  expect(await keyOf('another', new ApiError('NETWORK', 0))).not.toBe(first)
  expect(await keyOf('hello')).toBe(first)
  expect(await keyOf('hello')).not.toBe(first)
})

it('a refused call has changed nothing and keeps no key', async () => {
  const first = await keyOf('hello', new ApiError('INACTIVE_USER', 403))
  expect(kept.size).toBe(0)
  expect(await keyOf('hello')).not.toBe(first)
})

it('a call that is turned away keeps the key of an earlier try, whose answer was lost', async () => {
  const first = await keyOf('hello', new ApiError('NETWORK', 0))
  expect(await keyOf('hello', new ApiError('REQUEST_LIMIT_1MIN', 429))).toBe(first)
  expect(await keyOf('hello')).toBe(first)
})

it('the same words after more than five minutes are meant anew', async () => {
  vi.useFakeTimers()
  const first = await keyOf('hello', new ApiError('NETWORK', 0))
  vi.advanceTimersByTime(299_000)
  expect(await keyOf('hello', new ApiError('NETWORK', 0))).toBe(first)
  vi.advanceTimersByTime(2_000)
  expect(await keyOf('hello')).not.toBe(first)
  vi.useRealTimers()
})

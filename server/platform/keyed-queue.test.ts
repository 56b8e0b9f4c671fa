import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { keyedQueue } from './keyed-queue.ts'

it('runs `width` acts at a time, and those of one key one after the other, also after one that failed', async () => {
  const pass = keyedQueue(3)
  const busy = new Map<string, number>()
  let [now, max, maxOfKey] = [0, 0, 0]
  const act = async (key: string, fails: boolean) => {
    const ofKey = (busy.get(key) ?? 0) + 1
    busy.set(key, ofKey)
    max = Math.max(max, ++now)
    maxOfKey = Math.max(maxOfKey, ofKey)
    await sleep(2)
    now--
    busy.set(key, ofKey - 1)
    if (fails) throw new Error('refused')
    return key
  }
  const keys = Array.from({ length: 40 }, (_, n) => `phone ${Math.floor(n / 5)}`)
  const ends = await Promise.allSettled(keys.map((key, n) => pass(key, () => act(key, n % 3 === 0))))
  expect({ max, maxOfKey }).toEqual({ max: 3, maxOfKey: 1 })
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'refused'))).toEqual(
    keys.map((key, n) => (n % 3 === 0 ? 'refused' : key)),
  )
})

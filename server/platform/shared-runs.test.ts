import { expect, it } from 'vitest'
import { sharedRuns } from './shared-runs.ts'

it('one is under way, and all who come meanwhile share the next', async () => {
  const shared = sharedRuns()
  const ends: (() => void)[] = []
  const run = () => new Promise<void>((end) => ends.push(end))
  const first = shared('a', run)
  const others = Array.from({ length: 50 }, () => shared('a', run))
  const elsewhere = shared('b', run)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await elsewhere
  ends[0]?.()
  await first
  await expect.poll(() => ends.length).toBe(3)
  const late = shared('a', run)
  ends[2]?.()
  await Promise.all(others)
  await expect.poll(() => ends.length).toBe(4)
  ends[3]?.()
  await late
})

it('one that fails fails for those who share it, and the next one is made', async () => {
  const shared = sharedRuns()
  let runs = 0
  const run = async () => {
    if (++runs < 2) throw new Error('failed')
  }
  const [first, ...others] = [shared('a', run), shared('a', run), shared('a', run)]
  await expect(first).rejects.toThrow('failed')
  await Promise.all(others)
  expect(runs).toBe(2)
  await shared('a', run)
  expect(runs).toBe(3)
})

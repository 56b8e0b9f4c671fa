import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { batcher } from './batcher.ts'

/** A `run` that records its batches and answers one when the test calls `answer`. */
function recorder() {
  const batches: number[][] = []
  const open: { resolve(results: (string | Error)[]): void; reject(error: Error): void }[] = []
  const run = (items: number[]) => {
    batches.push(items)
    return new Promise<(string | Error)[]>((resolve, reject) => open.push({ resolve, reject }))
  }
  const answer = (batch: number) =>
    open[batch]?.resolve((batches[batch] ?? []).map((item) => `answer to ${item}`))
  return { batches, open, run, answer }
}

/** Longer than any test takes, so that no batch counts as stuck on a slow machine. */
const stuckAfter = 60_000

describe('batcher', () => {
  test('simultaneous calls form a batch, and calls that arrive while it runs form the next batch', async () => {
    const { batches, run, answer } = recorder()
    const submit = batcher(run, { stuckAfter })
    const first = [submit(1), submit(2)]
    await tick()
    const second = [submit(3), submit(4)]
    await tick()
    expect(batches).toEqual([[1, 2]])
    answer(0)
    expect(await Promise.all(first)).toEqual(['answer to 1', 'answer to 2'])
    await tick()
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ])
    answer(1)
    expect(await Promise.all(second)).toEqual(['answer to 3', 'answer to 4'])
  })

  test('a batch has at most `max` items, and `inFlight` batches run at a time', async () => {
    const { batches, run, answer } = recorder()
    const submit = batcher(run, { max: 2, inFlight: 2, stuckAfter })
    const calls = [1, 2, 3, 4, 5].map(submit)
    await tick()
    await tick()
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ])
    answer(1)
    await calls[3]
    await tick()
    expect(batches[2]).toEqual([5])
    answer(0)
    answer(2)
    expect(await Promise.all(calls)).toHaveLength(5)
  })

  test('an error as a result rejects one call, and a failed run rejects all calls of its batch', async () => {
    const { open, run } = recorder()
    const submit = batcher(run, { stuckAfter })
    const calls = [submit(1), submit(2)]
    await tick()
    open[0]?.resolve([new Error('only me'), 'fine'])
    const lost = Promise.allSettled([...calls])
    expect(await lost).toMatchObject([{ reason: { message: 'only me' } }, { value: 'fine' }])
    const next = Promise.allSettled([submit(3), submit(4)])
    await tick()
    await tick()
    open[1]?.reject(new Error('all of us'))
    expect(await next).toMatchObject([
      { reason: { message: 'all of us' } },
      { reason: { message: 'all of us' } },
    ])
  })

  test('idle waits for running batches and for waiting calls', async () => {
    const { run, answer } = recorder()
    const submit = batcher(run, { max: 1, stuckAfter })
    await submit.idle()
    submit(1)
    submit(2)
    let isIdle = false
    const idle = submit.idle().then(() => {
      isIdle = true
    })
    await tick()
    answer(0)
    await tick()
    await tick()
    expect(isIdle).toBe(false)
    answer(1)
    await idle
    expect(isIdle).toBe(true)
  })

  test('a batch that hangs does not delay the calls after it', async () => {
    const { batches, run, answer } = recorder()
    const submit = batcher(run, { stuckAfter: 20 })
    const hung = submit(1)
    await tick()
    const later = submit(2)
    await vi.waitFor(() => expect(batches).toEqual([[1], [2]]))
    answer(1)
    expect(await later).toBe('answer to 2')
    let isIdle = false
    const idle = submit.idle().then(() => {
      isIdle = true
    })
    await tick()
    expect(isIdle).toBe(false)
    answer(0)
    expect(await hung).toBe('answer to 1')
    await idle
  })
})

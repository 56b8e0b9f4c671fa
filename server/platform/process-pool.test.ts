import { fork } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProcessPool, PoolClosed, type Task } from './process-pool.ts'

/**
 * Processes for what strangers can make slow or fatal. What they are used for: hostile.test.ts of slips and
 * of the chat.
 */

const program = join(import.meta.dirname, 'testing/tasks.ts')
const settings = { program, nice: 0, order: { maxBytes: 300_000_000 } }
const pool = createProcessPool({ ...settings, size: 2 })
afterAll(() => pool.close())

const task = (name: string, change: Partial<Task> = {}): Task => ({
  name,
  input: undefined,
  cpuMs: 20_000,
  waitMs: 60_000,
  wallMs: 60_000,
  level: 0,
  ...change,
})
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a task', () => {
  it('answers, bytes as well, and its process is used again', async () => {
    const bytes = Buffer.from('a picture')
    const first = await pool.run<Uint8Array>(task('echo', { input: bytes }))
    expect(first.outcome === 'done' && Buffer.from(first.value).equals(bytes)).toBe(true)
    const [pid] = pool.pids()
    await pool.run(task('echo'))
    expect(pool.pids()).toEqual([pid])
  })

  it('has no secret of the server', async () => {
    process.env.CREDENTIAL_KEY_OF_TEST = 'secret'
    const result = await pool.run<string[]>(task('environment'))
    delete process.env.CREDENTIAL_KEY_OF_TEST
    expect(result.outcome === 'done' && result.value).not.toContain('CREDENTIAL_KEY_OF_TEST')
  })

  it('that throws, or ends its process, has failed, and the next one is served', async () => {
    expect(await pool.run(task('fail'))).toMatchObject({
      outcome: 'failed',
      reason: 'Error: as it was told',
    })
    expect(await pool.run(task('die'))).toMatchObject({ outcome: 'failed', reason: /SIGSEGV/ })
    expect(await pool.run(task('echo', { input: 1 }))).toMatchObject({ outcome: 'done', value: 1 })
  })

  it('that takes too much processor time is ended in the middle of it', async () => {
    expect(await pool.run(task('compute', { cpuMs: 300 }))).toEqual({ outcome: 'over-budget' })
  })

  it('is not ended for the time in which it only waits', async () => {
    expect(await pool.run(task('rest', { input: 1500, cpuMs: 1000 }))).toMatchObject({ outcome: 'done' })
  })

  it('that takes too much memory is ended', async () => {
    expect(await pool.run(task('fill'))).toEqual({ outcome: 'over-budget' })
  })

  it('that does not end is ended, which is not called its fault', async () => {
    expect(await pool.run(task('wait', { wallMs: 200 }))).toEqual({ outcome: 'late' })
  })

  it('that nobody wants any more is ended, at work and in the queue', async () => {
    const left = new AbortController()
    const tasks = Array.from({ length: 4 }, () => pool.run(task('wait', { signal: left.signal })))
    const ended = Promise.allSettled(tasks)
    left.abort(new Error('gone'))
    for (const outcome of await ended) expect(outcome).toMatchObject({ reason: { message: 'gone' } })
    expect(await pool.run(task('echo'))).toMatchObject({ outcome: 'done' })
    await expect(pool.run(task('echo', { signal: left.signal }))).rejects.toThrow('gone')
  })

  it('whose turn does not come is told so', async () => {
    const left = new AbortController()
    const two = [1, 2].map(() => pool.run(task('wait', { signal: left.signal })).catch(() => {}))
    expect(await pool.run(task('echo', { waitMs: 50 }))).toEqual({ outcome: 'busy' })
    left.abort()
    await Promise.all(two)
  })

  it('steps back for others from the start of its process', async () => {
    const own = createProcessPool({ ...settings, size: 1, nice: 3 })
    const first = own.run(task('echo'))
    const priorities = () => own.pids().map((pid) => getPriority(pid) - getPriority())
    expect(priorities()).toEqual([5])
    await first
    await own.run(task('echo', { isHeavy: true }))
    expect(priorities()).toEqual([5, 11])
    await own.close()
  })

  it('of a program that cannot start has failed', async () => {
    const broken = createProcessPool({ ...settings, program: `${program}.gone`, size: 2 })
    expect(await broken.run(task('echo'))).toMatchObject({ outcome: 'failed', reason: /does not start/ })
    await broken.close()
  })

  it('of a program that never gets ready is told that it is late, and the process gives up its place', async () => {
    const silent = join(import.meta.dirname, 'testing/silent.ts')
    const own = createProcessPool({ ...settings, program: silent, size: 1, startMs: 300 })
    const first = own.run(task('echo', { waitMs: 10_000 }))
    const pids = own.pids()
    expect(await first).toEqual({ outcome: 'late' })
    const next = own.run(task('echo', { waitMs: 10_000 }))
    pids.push(...own.pids())
    expect(await next).toEqual({ outcome: 'late' })
    expect(new Set(pids).size).toBe(2)
    expect(pids.filter(isAlive)).toEqual([])
    await own.close()
  })

  it('may take longer than a process may take to get ready', async () => {
    const began = performance.now()
    const measured = createProcessPool({ ...settings, size: 1 })
    await measured.run(task('echo'))
    const startMs = Math.max(1500, 8 * (performance.now() - began))
    await measured.close()
    const own = createProcessPool({ ...settings, size: 1, startMs })
    expect(await own.run(task('rest', { input: startMs + 500 }))).toMatchObject({ outcome: 'done' })
    await own.close()
  })
})

describe('the order', () => {
  /**
   * Runs tasks while all processes are occupied. @returns the names of those tasks in the order of their ends
   */
  async function orderOf(
    size: number,
    waiting: Record<string, Partial<Task>>,
    { hasHeavy = false } = {},
  ): Promise<string[]> {
    const own = createProcessPool({ ...settings, size })
    // The processes are there, so that what comes next is begun at once.
    await Promise.all(Array.from({ length: size }, () => own.run(task('rest', { input: 50 }))))
    if (hasHeavy) await own.run(task('echo', { isHeavy: true }))
    const ends: string[] = []
    const running = Array.from({ length: size }, () => own.run(task('rest', { input: 300 })))
    const rest = Object.entries(waiting).map(async ([name, change]) => {
      await own.run(task('rest', { input: 30, ...change }))
      ends.push(name)
    })
    await Promise.all([...running, ...rest])
    await own.close()
    return ends
  }

  it('is by level', async () => {
    expect(await orderOf(1, { c: { level: 2 }, b: { level: 1 }, a: {} })).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['alone', false],
    ['beside a process for heavy tasks that has nothing to do', true],
  ])(
    'takes the newest and the oldest of equals in turn, so that no flood keeps the next one waiting, %s',
    async (_, hasHeavy) => {
      const flood = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`flood ${at}`, {}]))
      const ends = await orderOf(1, { ...flood, honest: {} }, { hasHeavy })
      expect(ends.slice(0, 4)).toEqual(['honest', 'flood 0', 'flood 19', 'flood 1'])
    },
  )

  it('is that of the things which tasks are steps of: no step is newer than its first', async () => {
    const waiting = { second: { since: 2 }, third: { since: 3 }, first: { since: 1 } }
    expect(await orderOf(1, waiting)).toEqual(['third', 'first', 'second'])
  })

  it('has one of an owner at a time, and keeps its place from heavy ones', async () => {
    const own = createProcessPool({ ...settings, size: 1 })
    await Promise.all([own.run(task('echo')), own.run(task('echo', { isHeavy: true }))])
    const left = new AbortController()
    const stuck = (change: Partial<Task>) =>
      own.run(task('wait', { signal: left.signal, ...change })).catch(() => {})
    const held = [stuck({ owner: 'a', isHeavy: true })]
    held.push(stuck({ owner: 'a' }), stuck({ owner: 'b', isHeavy: true }))
    expect(await own.run(task('echo', { owner: 'c', level: 9 }))).toMatchObject({ outcome: 'done' })
    left.abort()
    await Promise.all(held)
    await own.close()
  })

  it('of level 0 has a process of its own, which takes nothing else, where the pool has one', async () => {
    const own = createProcessPool({ ...settings, size: 1, hasFirst: true })
    // All of its processes have been started.
    await Promise.all([task('echo'), task('echo'), task('echo', { isHeavy: true })].map(own.run))
    const left = new AbortController()
    const stuck = (change: Partial<Task>) =>
      own.run(task('wait', { signal: left.signal, ...change })).catch(() => {})
    const held = [stuck({ level: 1 }), stuck({ level: 1 }), stuck({ isHeavy: true })]
    expect(await own.run(task('echo'))).toMatchObject({ outcome: 'done' })
    left.abort()
    await Promise.all(held)
    await own.close()
  })
})

describe('the end', () => {
  it('of the pool ends what is at work, and every process', async () => {
    const own = createProcessPool({ ...settings, size: 2 })
    const tasks = [1, 2, 3].map(() => own.run(task('compute', { cpuMs: 600_000 })))
    const ended = Promise.allSettled(tasks)
    await expect.poll(() => own.pids().length).toBe(2)
    const pids = own.pids()
    await own.close()
    for (const outcome of await ended)
      expect(outcome.status === 'rejected' && outcome.reason instanceof PoolClosed).toBe(true)
    expect(pids.filter(isAlive)).toEqual([])
    await expect(own.run(task('echo'))).rejects.toThrow(PoolClosed)
  })

  it('of the parent is the end of its processes, also in the middle of a computation', async () => {
    const parent = fork(join(import.meta.dirname, 'testing/parent.ts'), [program], { execArgv: [] })
    const [pids] = (await once(parent, 'message')) as [number[]]
    expect(pids.map(isAlive)).toEqual([true, true])
    parent.kill('SIGKILL')
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })
})

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** The settings of a process of a pool, as JSON in its first argument. */
export interface ProcessOrder {
  /** Bytes of memory at which it ends itself. */
  maxBytes: number
}

/** A message of the pool. */
export interface Asked {
  name: string
  input: unknown
  /** Milliseconds of processor time. */
  cpuMs: number
}

/** The answer of a process. `cpuMs`: processor time that the task took. */
export type Told = { ready: true } | { value: unknown; cpuMs: number } | { error: string; cpuMs: number }

/**
 * The words that the process and its watch share: whether a task is under way, its start, its budget, both in
 * ms of processor time.
 */
export const watched = { isBusy: 0, began: 1, budget: 2, length: 3 } as const

/** Milliseconds of processor time of this process, all of its threads together. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1000)
}

/**
 * Makes this process one of a pool (process-pool.ts): it carries out one task at a time, and ends with its
 * parent. A thread beside it ends it when a task takes more processor time or memory than it may.
 */
export function serveTasks(tasks: Record<string, (input: never) => Promise<unknown>>): void {
  const { maxBytes } = JSON.parse(process.argv[2] ?? '') as ProcessOrder
  // The parent ends this process when its work is done; a signal to the whole group is meant for the parent.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())

  const memory = new SharedArrayBuffer(watched.length * 4)
  const state = new Int32Array(memory)
  new Worker(join(import.meta.dirname, 'process-watch.ts'), {
    workerData: { memory, maxBytes, parent: process.ppid },
    execArgv: [],
  }).unref()

  const tell = (told: Told) => process.send?.(told)
  process.on('message', async ({ name, input, cpuMs }: Asked) => {
    const began = cpuTime()
    state[watched.began] = began
    state[watched.budget] = cpuMs
    Atomics.store(state, watched.isBusy, 1)
    Atomics.notify(state, watched.isBusy)
    let value: unknown
    let error: string | undefined
    try {
      value = await tasks[name]?.(input as never)
    } catch (thrown) {
      error = String(thrown)
    }
    Atomics.store(state, watched.isBusy, 0)
    const used = cpuTime() - began
    tell(error === undefined ? { value, cpuMs: used } : { error, cpuMs: used })
  })
  tell({ ready: true })
}

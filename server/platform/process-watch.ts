import { workerData } from 'node:worker_threads'
import { cpuTime, watched } from './process-tasks.ts'

/**
 * The thread that ends its process when a task takes too much (process-tasks.ts): the other thread may be
 * deep in a computation and hear nothing. It ends the process by a signal that nothing else sends, so that
 * the pool knows why; and without one when the parent is gone. It rests while there is no task.
 */
const { memory, maxBytes, parent } = workerData as {
  memory: SharedArrayBuffer
  maxBytes: number
  parent: number
}
const state = new Int32Array(memory)
/** Milliseconds between two looks. */
const often = 20

for (;;) {
  if (Atomics.load(state, watched.isBusy) === 0) {
    Atomics.wait(state, watched.isBusy, 0)
    continue
  }
  Atomics.wait(state, watched.isBusy, 1, often)
  if (Atomics.load(state, watched.isBusy) === 0) continue
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  const used = cpuTime() - (state[watched.began] ?? 0)
  if (used > (state[watched.budget] ?? 0) || process.memoryUsage.rss() > maxBytes) {
    process.kill(process.pid, 'SIGALRM')
  }
}

import { createProcessPool } from '../process-pool.ts'

/** A parent that is killed (process-pool.test.ts): one process computes, the other one has nothing to do. */
const pool = createProcessPool({
  program: process.argv[2] ?? '',
  size: 2,
  nice: 0,
  order: { maxBytes: 300_000_000 },
})
const task = { input: undefined, cpuMs: 600_000, waitMs: 60_000, wallMs: 600_000, level: 0 }
const first = pool.run({ ...task, name: 'echo' })
const second = pool.run({ ...task, name: 'echo' })
await Promise.all([first, second])
pool.run({ ...task, name: 'compute' }).catch(() => {})
process.send?.(pool.pids())
// Stays until it is killed.
setInterval(() => {}, 60_000)

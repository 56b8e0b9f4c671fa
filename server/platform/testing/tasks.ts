import { setTimeout as sleep } from 'node:timers/promises'
import type { Picture } from '../picture.ts'
import type { CleaningInput } from '../picture-cleaning.ts'
import { serveTasks } from '../process-tasks.ts'

/** A process of the tests of process-pool.ts and pictures.ts. */
serveTasks({
  async echo(value: unknown) {
    return value
  },
  /** Computes without a pause. */
  async compute() {
    for (;;);
  },
  /** Computes without a pause where it shares its place; for ever where its file is called so. */
  async clean({ file, isHeavy }: CleaningInput): Promise<Picture> {
    while (!isHeavy || file === 'for ever');
    return { outcome: 'picture', bytes: Buffer.from(file), width: 1, height: 1 }
  },
  /** Does nothing, and does not end. */
  async wait() {
    await sleep(600_000)
  },
  async fail() {
    throw new Error('as it was told')
  },
  async die() {
    process.kill(process.pid, 'SIGSEGV')
    await sleep(600_000)
  },
  /** Fills memory that is not JavaScript's. */
  async fill() {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(20_000_000, 1))
      await sleep(1)
    }
  },
  async environment() {
    return Object.keys(process.env)
  },
  /** Takes a little while, so that the tasks behind it are put in order. */
  async rest(milliseconds: number) {
    await sleep(milliseconds)
  },
})

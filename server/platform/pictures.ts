import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Kept, Picture } from './picture.ts'
import type { CleaningInput } from './picture-cleaning.ts'
import { createProcessPool, PoolClosed, type ProcessPool, type Task } from './process-pool.ts'
import { Refusal } from './refusal.ts'

/**
 * Uploads of the chat and of operators. Slips have processes of their own, which nothing else can occupy
 * (rules.md §5.1).
 */
export interface Pictures {
  /** `cleanPicture` in a process of its own, within a budget. Throws as `cleanIn`. */
  clean(file: string, kept: Kept, signal: AbortSignal): Promise<Picture>
  /** Ends the processes. */
  close(): Promise<void>
  /** The ids of its processes. */
  pids(): number[]
}

/** Milliseconds of processor time for one picture; 200 frames of a moving one take several seconds. */
const cpuMs = 10_000

/** Pictures decoded at once, beside a large one. */
const atOnce = 1

/**
 * An upload waits so long for its turn and has so long then, in milliseconds: a member would rather wait than
 * send it again.
 */
const patience = { waitMs: 120_000, wallMs: 60_000 }

/** Bytes that a process may take; a picture of 50 million pixels needs up to 300 MB. */
export const maxBytes = 700 * 1024 * 1024

export function createPictures(): Pictures {
  const pool = createProcessPool({
    program: join(import.meta.dirname, 'picture-process.ts'),
    size: atOnce,
    nice: 5,
    order: { maxBytes },
  })
  return {
    clean: (file, kept, signal) => cleanIn(pool, { file, kept, cpuMs, level: 0, signal }),
    close: pool.close,
    pids: pool.pids,
  }
}

interface Cleaning extends Pick<Task, 'cpuMs' | 'level' | 'owner' | 'since' | 'signal'> {
  file: string
  kept: Kept
  /** Of `cpuMs`, those that it may use in a place for usual tasks. */
  usualCpuMs?: number
}

/**
 * Cleans a picture in a process of the pool. A large one, and one that takes or ends more than a place for
 * usual tasks is there for, goes on in the one for heavy tasks. One that is too slow for its whole budget has
 * the wrong size; one that ends two processes is no picture.
 * @returns what the task `clean` of the pool's program gives
 * @throws Refusal `SERVICE_UNAVAILABLE` where the machine is too busy, or the server stops; the reason of
 *   `signal`
 */
export async function cleanIn<Cleaned extends Picture = Picture>(
  pool: ProcessPool,
  { file, kept, cpuMs, usualCpuMs = cpuMs, ...task }: Cleaning,
): Promise<Cleaned | Exclude<Picture, { outcome: 'picture' }>> {
  let isHeavy = false
  let leftMs = cpuMs
  let failures = 0
  while (failures < 2) {
    const input: CleaningInput = { file, kept, isHeavy }
    const budgetMs = isHeavy ? leftMs : usualCpuMs
    const asked = pool.run<Cleaned | { outcome: 'large' }>({
      ...task,
      ...patience,
      name: 'clean',
      input,
      cpuMs: budgetMs,
      isHeavy,
    })
    const result = await asked.catch((error) => {
      throw error instanceof PoolClosed ? new Refusal('SERVICE_UNAVAILABLE', { reason: 'stopping' }) : error
    })
    switch (result.outcome) {
      case 'over-budget':
        leftMs -= budgetMs
        if (leftMs <= 0) return { outcome: 'wrong-size' }
        break
      case 'busy':
      case 'late':
        throw new Refusal('SERVICE_UNAVAILABLE', { retryAfter: 10 })
      case 'failed':
        failures++
        break
      case 'done': {
        const { value } = result
        if (value.outcome === 'picture') return { ...value, bytes: Buffer.from(value.bytes) }
        if (value.outcome !== 'large') return value
      }
    }
    isHeavy = true
  }
  return { outcome: 'no-picture' }
}

/**
 * Does something for a client as long as the client waits for it. Fastify's own signal is aborted as soon as
 * the body is read.
 * @param act its signal is aborted with a Refusal `INVALID_REQUEST`, which nobody is there to read
 */
export async function untilHangUp<Value>(
  { raw: { socket } }: FastifyRequest,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const left = new AbortController()
  const leave = () =>
    left.abort(new Refusal('INVALID_REQUEST', { fields: [{ field: '', reason: 'the client has left' }] }))
  socket.once('close', leave)
  if (socket.destroyed) leave()
  return act(left.signal).finally(() => socket.off('close', leave))
}

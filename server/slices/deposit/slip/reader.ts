import { join } from 'node:path'
import type { Kept, Picture } from '../../../platform/picture.ts'
import { cleanIn, maxBytes } from '../../../platform/pictures.ts'
import { createProcessPool, type TaskResult } from '../../../platform/process-pool.ts'
import type { Standing } from './rules.ts'
import type { Scan } from './scan.ts'

/** Milliseconds of processor time for all views of a picture together. Most are read within 50. */
const readMs = 2000
/** The same for cleaning it. */
const cleanMs = 5000
/** Slips cleaned or read at once, beside one that takes long. */
const atOnce = 2
/**
 * Milliseconds that a slip may wait for its turn, and that it may then take, on however busy a machine: together less than the
 * job has it to itself. Whoever waits for a closer look is asked again later, so that nobody else's glance waits behind it.
 */
const times = { glance: { waitMs: 8_000, wallMs: 12_000 }, scan: { waitMs: 3_000, wallMs: 30_000 } }
/** Slips that are remembered as glanced at. */
const mostGlanced = 1000

/** It was not this slip's turn in time: nothing is wrong with the picture. */
export class ReaderBusy extends Error {}

/** The machine was too busy to end with this slip. */
export class ReaderLate extends Error {}

/** Whose slip it is, and who waits with it for a turn. */
export interface Sender {
  memberId: string
  standing: Standing
}

/**
 * Cleans and reads slips in processes that are there for nothing else (rules.md §5.1), one of a member at a time: first those of
 * members whose last slip was credited, last those of members whose last picture could not be read.
 */
export interface SlipReader {
  /** `cleanPicture`. Throws as `cleanIn`. */
  clean(file: string, kept: Kept, sender: Sender, signal: AbortSignal): Promise<Picture>
  /**
   * @param id of the slip: after ReaderBusy it goes on where it was
   * @param jpeg of `cleanPicture`
   * @throws PoolClosed; ReaderBusy; ReaderLate; another error when the process died over it
   */
  scan(id: string, jpeg: Uint8Array, sender: Sender): Promise<Scan>
  /** Reads no further picture. */
  close(): Promise<void>
  /** The ids of its processes. */
  pids(): number[]
}

const levels: Record<Standing, number> = { credited: 0, unknown: 1, unreadable: 2 }

export function createSlipReader(): SlipReader {
  const pool = createProcessPool({
    program: join(import.meta.dirname, 'slip-process.ts'),
    size: atOnce,
    // Whoever's last slip was credited does not wait for pictures of strangers to end.
    hasFirst: true,
    order: { nice: 0, maxBytes },
  })
  /** Slips in which a glance saw nothing, with the processor time that they have left. */
  const glanced = new Map<string, number>()
  const byTurn = ({ memberId, standing }: Sender) => ({ owner: memberId, level: levels[standing] })

  return {
    clean: (file, kept, sender, signal) =>
      cleanIn(pool, { file, kept, cpuMs: cleanMs, signal, ...byTurn(sender) }),
    async scan(id, jpeg, sender) {
      const task = { input: jpeg, ...byTurn(sender) }
      let left = glanced.get(id)
      if (left === undefined) {
        const glance = await pool.run<Scan>({ ...task, ...times.glance, name: 'glance', cpuMs: readMs })
        const seen = scanOf(glance)
        if (glance.outcome !== 'done' || seen.outcome !== 'none') return seen
        left = readMs - glance.cpuMs
        glanced.set(id, left)
        for (const oldest of glanced.keys()) if (glanced.size > mostGlanced) glanced.delete(oldest)
      }
      const closer = await pool.run<Scan>({
        ...task,
        ...times.scan,
        name: 'scan',
        cpuMs: left,
        isHeavy: true,
      })
      if (closer.outcome !== 'busy') glanced.delete(id)
      return scanOf(closer)
    },
    close: pool.close,
    pids: pool.pids,
  }
}

/** A picture that takes too long is not read again: it would take as long. */
function scanOf(result: TaskResult<Scan>): Scan {
  switch (result.outcome) {
    case 'done':
      return result.value
    case 'over-budget':
      return { outcome: 'none' }
    case 'busy':
      throw new ReaderBusy()
    case 'late':
      throw new ReaderLate()
    case 'failed':
      throw new Error(result.reason)
  }
}

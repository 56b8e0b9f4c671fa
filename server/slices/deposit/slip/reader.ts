import { join } from 'node:path'
import type { Kept, Picture } from '../../../platform/picture.ts'
import { cleanIn, maxBytes } from '../../../platform/pictures.ts'
import { createProcessPool, type TaskResult } from '../../../platform/process-pool.ts'
import type { Standing } from './rules.ts'
import type { Scan } from './scan.ts'
import type { CleanedSlip, Glance } from './slip-process.ts'

/** Milliseconds of processor time for all views of a picture together. Most are read within 50. */
const readMs = 2000
/** The same for cleaning it. */
const cleanMs = 5000
/**
 * What of them a picture may use in a place that all share, so that nobody's keeps the next one waiting for
 * long; with the rest it goes on beside them. A slip as banks’ apps save it takes 100, a photograph of 12
 * million pixels 400.
 */
const shortMs = 800
/** Slips cleaned or glanced at at once, beside one that takes long. */
const atOnce = 2
/**
 * Milliseconds that a slip may wait for its turn, and that it may then take, on however busy a machine:
 * together less than the job has it to itself. A slip that needs a closer look is tried again later, so that
 * no other slip's glance waits behind it.
 */
const times = { glance: { waitMs: 8_000, wallMs: 12_000 }, scan: { waitMs: 3_000, wallMs: 30_000 } }
/** Slips that are remembered as glanced at. */
const mostGlanced = 1000

/** It was not this slip's turn in time: nothing is wrong with the picture. */
export class ReaderBusy extends Error {}

/** The machine was too busy to end with this slip. */
export class ReaderLate extends Error {}

/** A slip that waits for its turn. */
export interface SentSlip {
  id: string
  memberId: string
  standing: Standing
  /** When it was received. */
  createdAt: Date
}

/**
 * Cleans and reads slips in processes that are there for nothing else (rules.md §5.1), one of a member at a
 * time: first those of members whose last slip was credited, last those of members whose last picture could
 * not be read.
 */
export interface SlipReader {
  /**
   * `cleanPicture`, and a glance at once, so that a slip waits for one turn and not for two. Throws as
   * `cleanIn`.
   */
  clean(slip: SentSlip, file: string, kept: Kept, signal: AbortSignal): Promise<Picture>
  /**
   * Says what the glance saw; takes a closer look where that was nothing. After ReaderBusy it goes on where
   * it was.
   * @param jpeg of `clean`
   * @throws PoolClosed; ReaderBusy; ReaderLate; another error when the process died over it
   */
  scan(slip: SentSlip, jpeg: Uint8Array): Promise<Scan>
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
    // A member whose last slip was credited does not wait for pictures of strangers to end.
    hasFirst: true,
    nice: 0,
    order: { maxBytes },
  })
  /** The results of glances, until the job asks, or until a closer look. */
  const glances = new Map<string, Glance>()
  const byTurn = ({ memberId, standing, createdAt }: SentSlip) => ({
    owner: memberId,
    level: levels[standing],
    since: createdAt.getTime(),
  })

  function remember(id: string, glance: Glance): void {
    glances.set(id, glance)
    for (const oldest of glances.keys()) if (glances.size > mostGlanced) glances.delete(oldest)
  }

  return {
    async clean(slip, file, kept, signal) {
      const task = { file, kept, cpuMs: cleanMs, usualCpuMs: shortMs, signal, ...byTurn(slip) }
      const cleaned = await cleanIn<CleanedSlip>(pool, task)
      if (cleaned.outcome !== 'picture') return cleaned
      const { glance, ...picture } = cleaned
      if (glance) remember(slip.id, glance)
      return picture
    },
    async scan(slip, jpeg) {
      const { id } = slip
      const task = { input: jpeg, ...byTurn(slip) }
      let glance = glances.get(id)
      if (!glance) {
        const result = await pool.run<Scan>({ ...task, ...times.glance, name: 'glance', cpuMs: shortMs })
        const cpuMs = result.outcome === 'done' ? result.cpuMs : shortMs
        glance = { scan: scanOf(result), cpuMs }
        remember(id, glance)
      }
      if (glance.scan.outcome !== 'none') {
        glances.delete(id)
        return glance.scan
      }
      const closer = await pool.run<Scan>({
        ...task,
        ...times.scan,
        name: 'scan',
        cpuMs: readMs - glance.cpuMs,
        isHeavy: true,
      })
      if (closer.outcome !== 'busy') glances.delete(id)
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

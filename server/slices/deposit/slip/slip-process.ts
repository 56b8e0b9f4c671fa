import type { Picture } from '../../../platform/picture.ts'
import { type CleaningInput, cleaning } from '../../../platform/picture-cleaning.ts'
import { cpuTime, serveTasks } from '../../../platform/process-tasks.ts'
import { glance, type Scan, scanSlip } from './scan.ts'

/** A process that cleans and reads slips (reader.ts). */
serveTasks({ clean, glance, scan: scanSlip })

/** The result of a glance, and the milliseconds of processor time that it took. */
export interface Glance {
  scan: Scan
  cpuMs: number
}
/** A cleaned slip, with a glance unless cleaning it took long. */
export type CleanedSlip = Picture & { glance?: Glance }

/** Glances at once at what it cleans, where that does not take long. */
async function clean(input: CleaningInput): Promise<CleanedSlip | { outcome: 'large' }> {
  const picture = await cleaning.clean(input)
  if (picture.outcome !== 'picture' || input.isHeavy) return picture
  const began = cpuTime()
  const scan = await glance(picture.bytes)
  return { ...picture, glance: { scan, cpuMs: cpuTime() - began } }
}

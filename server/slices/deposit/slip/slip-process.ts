import { cleaning } from '../../../platform/picture-cleaning.ts'
import { serveTasks } from '../../../platform/process-tasks.ts'
import { glance, scanSlip } from './scan.ts'

/** A process that cleans and reads slips (reader.ts). */
serveTasks({ ...cleaning, glance, scan: scanSlip })

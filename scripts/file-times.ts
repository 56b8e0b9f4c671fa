// A reporter for Vitest: the time of each test file, as JSON in the file that FILE_TIMES names. Vitest's own JSON
// leaves out the hooks before the first test, in which many tests start and kill servers.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from './project.ts'

/** Seconds by file, as a path from the root. */
export type FileTimes = Record<string, number>

export default class FileTimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times: FileTimes = {}
    for (const module of modules) {
      const { prepareDuration, collectDuration, duration } = module.diagnostic()
      times[relative(root, module.moduleId)] = (prepareDuration + collectDuration + duration) / 1000
    }
    if (process.env.FILE_TIMES) writeFileSync(process.env.FILE_TIMES, JSON.stringify(times))
  }
}

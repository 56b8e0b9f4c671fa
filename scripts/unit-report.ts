// A reporter for Vitest: what a run counted, what failed and how long each file took, as JSON in the file
// that UNIT_REPORT names. Vitest's own JSON leaves out errors outside of tests (in a hook, or of a promise
// that nobody waited for) and the hooks before the first test, in which many tests start and kill servers.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { root } from './project.ts'

export type UnitReport = {
  passed: number
  failed: number
  /** What failed, with the first lines of its error. */
  failures: string[]
  /** Seconds by file, as a path from the root. */
  fileTimes: Record<string, number>
}

export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: UnitReport = { passed: 0, failed: 0, failures: [], fileTimes: {} }
    const fail = (what: string, errors: readonly SerializedError[]) => {
      report.failed += 1
      report.failures.push([what, ...errors.map(firstLines)].join('\n'))
    }
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      const { prepareDuration, collectDuration, duration } = module.diagnostic()
      report.fileTimes[file] = (prepareDuration + collectDuration + duration) / 1000
      if (module.errors().length > 0) fail(file, module.errors())
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(`${file} > ${suite.fullName}`, suite.errors())
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed += 1
        if (state === 'failed') fail(`${file} > ${test.fullName}`, errors)
      }
    }
    for (const error of unhandled) {
      const during =
        typeof error.VITEST_TEST_PATH === 'string' ? relative(root, error.VITEST_TEST_PATH) : 'no file'
      fail(`an error that no test caught, during ${during}`, [error])
    }
    if (process.env.UNIT_REPORT) writeFileSync(process.env.UNIT_REPORT, JSON.stringify(report))
  }
}

function firstLines({ name, message, stack }: SerializedError): string {
  const lines = (stack ?? `${name}: ${message}`).split('\n').slice(0, 6)
  return `  ${lines.join('\n  ')}`
}

// The order of test files: the long ones first, so that the workers end together. By itself Vitest goes by
// how long a file took the last time, and in a fresh clone by its size; but files that kill servers or wait
// for faults are long and small.

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong =
  /((chaos|crash|faults|kill|property|once|attacks|dev)\.test|\/(slip\/slip|app\/server|account\/registration)\.test)\.ts$/

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name !== 'server' ? 2 : isLong.test(moduleId) ? 0 : 1
    // Stable: among files of one rank the order stays the usual one.
    return (await super.sort(files)).sort((file, other) => rank(file) - rank(other))
  }
}

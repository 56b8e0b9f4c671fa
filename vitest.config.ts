import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// A test that hangs is found all the same; one on a slow machine with two cores is let end.
const node = {
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000 } },
} as const

/**
 * Tests that kill and break come first: they take longest, and at the end one would run alone. On a new machine Vitest
 * knows the files by their length only, and some of the shortest take longest.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      /(kill|faults|chaos|property)\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // Processes, not threads: tests start servers and databases, and some kill them.
    pool: 'forks',
    // One more than the cores of a small machine: much of what a test of faults does is wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'server',
          include: ['{server,contract,sandbox,bench,scripts}/**/*.test.ts', '*.test.ts'],
        },
      },
      { extends: true, test: { ...node, name: 'web', include: ['web/**/*.test.ts'] } },
      { extends: true, test: { ...node, name: 'member', include: ['member/**/*.test.ts'] } },
      { extends: true, test: { ...node, name: 'console', include: ['console/**/*.test.ts'] } },
    ],
  },
})

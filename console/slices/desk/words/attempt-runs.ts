import type { Evidence } from '../queries.ts'

type Attempt = NonNullable<Evidence['attempts']>['latest'][number]

/** Attempts in a row, newest first, that were the same question and got the same answer. */
export interface Run {
  last: Attempt
  first: Attempt
  count: number
}

/**
 * Attempts as runs, in their order. An answer with a number of its own stands alone: by that number the other
 * side finds it.
 */
export function runsOf(attempts: readonly Attempt[]): Run[] {
  const runs: Run[] = []
  for (const one of attempts) {
    const run = runs.at(-1)
    if (run && isAlike(run.first, one)) {
      run.first = one
      run.count++
    } else runs.push({ last: one, first: one, count: 1 })
  }
  return runs
}

const isAlike = (one: Attempt, other: Attempt): boolean =>
  one.question === other.question &&
  one.answer === other.answer &&
  one.reason === other.reason &&
  one.reference === null &&
  other.reference === null

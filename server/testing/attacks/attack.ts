import type { TestOperator } from '../../slices/operator/testing.ts'
import type { TestApp } from '../app.ts'

/** Where attacks are run: the real server on PostgreSQL with accounts of the house, and people behind the desk. */
export interface Target {
  app: TestApp
  owner: TestOperator
  cashier: TestOperator
  support: TestOperator
}

/** One attack, and what must hold against it; it fails by an assertion. */
export interface Attack {
  /** Number of the attack, or letter of the finding that it once was. */
  is: string
  must: string
  run(target: Target): Promise<void>
}

export const attack = (is: string, must: string, run: Attack['run']): Attack => ({ is, must, run })

/** Runs `act` as often at once. */
export const atOnce = <T>(times: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)))

/** How often each outcome came. */
export function tally(outcomes: (string | number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of outcomes) counts[String(one)] = (counts[String(one)] ?? 0) + 1
  return counts
}

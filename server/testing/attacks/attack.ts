import type { TestOperator } from '../../slices/operator/testing.ts'
import type { TestApp } from '../app.ts'

/** The target of attacks: the real server on PostgreSQL, with accounts of the house and operators. */
export interface Target {
  app: TestApp
  owner: TestOperator
  cashier: TestOperator
  support: TestOperator
}

/** One attack, and the property that must hold against it; it fails by an assertion. */
export interface Attack {
  /** The number of the attack, or the letter of an earlier finding. */
  is: string
  must: string
  run(target: Target): Promise<void>
}

export const attack = (is: string, must: string, run: Attack['run']): Attack => ({ is, must, run })

/** Runs `act` that many times at once. */
export const atOnce = <T>(times: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)))

/** The number of each outcome. */
export function tally(outcomes: (string | number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1
  return counts
}

import type { Logger } from 'pino'
import { batcher } from '../platform/batcher.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { WorkId } from './work-id.ts'

/** What was asked outside: to do it, what became of it, what it is. */
export type Question = 'send' | 'status' | 'inspect'

/** One question to somebody outside, and its answer. */
export interface Attempt {
  askedAt: Date
  question: Question
  /** The port's word for the outcome: `done`, `refused`, `uncertain`, `unknown-id` … */
  answer: string
  reason: string | null
  milliseconds: number
}

/** Keeps attempts that need no postponement. */
export interface Attempts {
  /** Keeps them soon; never throws, and nobody waits for it: they are evidence, not money. */
  note(work: WorkId, attempts: Attempt[]): void
  /** Resolves when nothing waits to be written. */
  idle(): Promise<void>
}

/** Asks somebody outside, and adds the attempt to `attempts`. */
export async function ask<Answer extends { outcome: string }>(
  clock: Clock,
  question: Question,
  attempts: Attempt[],
  call: () => Promise<Answer>,
): Promise<Answer> {
  const askedAt = clock.now()
  const started = performance.now()
  const answer = await call()
  const milliseconds = Math.round(performance.now() - started)
  const reason = 'reason' in answer && typeof answer.reason === 'string' ? answer.reason : null
  attempts.push({ askedAt, question, answer: answer.outcome, reason, milliseconds })
  return answer
}

/** An attempt at a piece of work. */
export type WorkAttempt = WorkId & Attempt

/** SQL that keeps attempts, a part of a statement or one of its own: parameters from `$first` are `attemptColumns`. */
export function keepingAttempts(first: number): string {
  const types = ['text', 'text', 'timestamptz', 'text', 'text', 'text', 'int']
  const given = types.map((type, i) => `$${first + i}::${type}[]`).join(', ')
  return `insert into outside_attempts (kind, key, asked_at, question, answer, reason, milliseconds)
    select a.* from unnest(${given}) a`
}

/** Attempts as seven columns. */
export const attemptColumns = (attempts: WorkAttempt[]): unknown[] => [
  attempts.map(({ kind }) => kind),
  attempts.map(({ key }) => key),
  attempts.map(({ askedAt }) => askedAt),
  attempts.map(({ question }) => question),
  attempts.map(({ answer }) => answer),
  attempts.map(({ reason }) => reason?.slice(0, 200) ?? null),
  attempts.map(({ milliseconds }) => milliseconds),
]

/**
 * What is noted together is one statement, so that a transfer that succeeds at once waits for no further one. It does not
 * wait for the disk either: a later commit carries it along.
 */
export function createAttempts(database: Database, log: Logger): Attempts {
  const statement = `${keepingAttempts(1)}, set_config('synchronous_commit', 'off', true)`
  const write = batcher<WorkAttempt, undefined>(async (attempts) => {
    await database.query(statement, attemptColumns(attempts))
    return attempts.map(() => undefined)
  })
  return {
    note({ kind, key }, attempts) {
      for (const attempt of attempts) {
        write({ kind, key, ...attempt }).catch((error) =>
          log.warn({ err: error, kind, key }, 'attempt not kept'),
        )
      }
    },
    idle: write.idle,
  }
}

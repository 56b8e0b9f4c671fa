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

/** Attempts as columns: asked_at, question, answer, reason, milliseconds. */
export const attemptColumns = (attempts: Attempt[]): unknown[] => [
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
  const write = batcher<WorkId & Attempt, undefined>(async (attempts) => {
    await database.query(
      `insert into outside_attempts (kind, key, asked_at, question, answer, reason, milliseconds)
       select a.* from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::int[]) a,
         set_config('synchronous_commit', 'off', true)`,
      [attempts.map(({ kind }) => kind), attempts.map(({ key }) => key), ...attemptColumns(attempts)],
    )
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

import type { Logger } from 'pino'
import { batcher } from '../platform/batcher.ts'
import { addSeconds, type Clock } from '../platform/clock.ts'
import { type Database, type Db, rawQuery } from '../platform/database.ts'
import { DatabaseTrouble } from '../platform/database-trouble.ts'
import { defineSetting, type Settings, Type } from '../platform/settings.ts'
import { storable } from '../platform/storable.ts'
import type { WorkId } from './work-id.ts'

const attemptDays = defineSetting(
  'outside.attemptDays',
  Type.Integer({ minimum: 30, maximum: 36_500 }),
  400,
  'Days for which it is kept what banks, wallets and games were asked about money and answered; longer while it is open',
)
/** The most attempts that one statement removes. */
const perStatement = 5000

/** The kinds of questions: to do something, to ask how it ended, to ask for its facts. */
export type Question = 'send' | 'status' | 'inspect'

/** One question to the other side, and its answer. */
export interface Attempt {
  askedAt: Date
  question: Question
  /** The port's name for the outcome: `done`, `refused`, `uncertain`, `unknown-id` … */
  answer: string
  reason: string | null
  /** The other side's own number of this answer, by which it finds it again; null where it gives none. */
  reference: string | null
  milliseconds: number
}

/** Stores attempts that do not postpone any work. */
export interface Attempts {
  /**
   * Stores them soon. It never throws, and no caller waits for it, because attempts are evidence and not
   * money.
   */
  note(work: WorkId, attempts: Attempt[]): void
  /** Resolves when all of them are stored. */
  idle(): Promise<void>
}

/** Calls the other side, and adds the attempt to `attempts`. */
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
  const text = (part: 'reason' | 'reference') => {
    const value = (answer as Partial<Record<typeof part, unknown>>)[part]
    return typeof value === 'string' ? value : null
  }
  const [reason, reference] = [text('reason'), text('reference')]
  attempts.push({ askedAt, question, answer: answer.outcome, reason, reference, milliseconds })
  return answer
}

/**
 * The questions to the other side about a piece of work: how often, the latest attempts, newest first, and
 * the first ones where they are not among them. An item that waits for days has thousands.
 */
export async function selectAttempts(
  db: Db,
  { kind, key }: WorkId,
): Promise<{ count: number; latest: Attempt[]; first: Attempt[] }> {
  const some = (order: 'asc' | 'desc', limit: number) =>
    rawQuery<Attempt & { number: number }>(
      db,
      `select number, asked_at as "askedAt", question, answer, reason, reference, milliseconds
       from outside_attempts
       where kind = $1 and key = $2 order by number ${order} limit ${limit}`,
      [kind, key],
    )
  const counted = rawQuery<{ count: number }>(
    db,
    'select count(*)::int as count from outside_attempts where kind = $1 and key = $2',
    [kind, key],
  )
  const [latest, first, [all]] = await Promise.all([some('desc', 20), some('asc', 3), counted])
  const shown = new Set(latest.map(({ number }) => number))
  const bare = ({ number: _, ...attempt }: (typeof latest)[number]): Attempt => attempt
  return {
    count: all?.count ?? 0,
    latest: latest.map(bare),
    first: first
      .filter(({ number }) => !shown.has(number))
      .reverse()
      .map(bare),
  }
}

/** An attempt at a piece of work. */
export type WorkAttempt = WorkId & Attempt

/**
 * SQL that stores attempts, as a part of a statement or on its own; `attemptColumns` are its parameters from
 * `$first` on.
 */
export function keepingAttempts(first: number): string {
  const types = ['text', 'text', 'timestamptz', 'text', 'text', 'text', 'text', 'int']
  const given = types.map((type, i) => `$${first + i}::${type}[]`).join(', ')
  return `insert into outside_attempts (kind, key, asked_at, question, answer, reason, reference, milliseconds)
    select a.* from unnest(${given}) a`
}

const kept = (text: string | null): string | null => (text === null ? null : storable(text, 200))

/** Attempts as the values of eight columns. */
export const attemptColumns = (attempts: WorkAttempt[]): unknown[] => [
  attempts.map(({ kind }) => kind),
  attempts.map(({ key }) => key),
  attempts.map(({ askedAt }) => askedAt),
  attempts.map(({ question }) => question),
  attempts.map(({ answer }) => answer),
  attempts.map(({ reason }) => kept(reason)),
  attempts.map(({ reference }) => kept(reference)),
  attempts.map(({ milliseconds }) => milliseconds),
]

/** Removes attempts that are old enough, but those at work that is still under way. */
export async function sweepAttempts(database: Database, clock: Clock, settings: Settings): Promise<void> {
  const before = addSeconds(clock.now(), -86_400 * (await settings.get(attemptDays)))
  for (;;) {
    const removed = await database.query(
      `delete from outside_attempts where (kind, key, number) in (
         select a.kind, a.key, a.number from outside_attempts a
         where a.asked_at < $1 and not exists (select from outside_work w where w.kind = a.kind and w.key = a.key)
         limit ${perStatement})
       returning number`,
      [before],
    )
    if (removed.length < perStatement) return
  }
}

/**
 * Attempts that are recorded together are stored by one statement, so that a transfer that succeeds at once
 * waits for no further statement. It does not wait for the disk either: a later commit makes it durable.
 */
export function createAttempts(database: Database, log: Logger): Attempts {
  const statement = `${keepingAttempts(1)}, set_config('synchronous_commit', 'off', true)`
  const store = (attempts: WorkAttempt[]) => database.query(statement, attemptColumns(attempts))
  const write = batcher<WorkAttempt, undefined | Error>(async (attempts) => {
    try {
      await store(attempts)
      return attempts.map(() => undefined)
    } catch (error) {
      if (attempts.length === 1 || error instanceof DatabaseTrouble) throw error
      // An attempt that cannot be stored must not lose the answers to the others.
      const alone = attempts.map((attempt) =>
        store([attempt]).then(
          () => undefined,
          (own: Error) => own,
        ),
      )
      return Promise.all(alone)
    }
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

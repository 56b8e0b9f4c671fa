import type { Clock } from '../platform/clock.ts'
import { rawQuery, type Tx } from '../platform/database.ts'
import { databaseNow, movedBy } from '../platform/database-clock.ts'
import { defineSetting, type Settings, Type } from '../platform/settings.ts'
import { type Attempt, type Attempts, ask } from './attempts.ts'
import type { Status } from './two-phase.ts'
import { putInReview, type Where } from './work.ts'

/**
 * Work of which people said that it was not carried out (rules.md §17.5). They may be wrong, and an other
 * side that was silent may still answer: it is asked on for some days. Nothing is moved by its answer. One
 * that says that it was carried out brings the item back to the desk. When it is asked goes by the database's
 * clock, as with other work.
 */

export const watchHours = defineSetting(
  'outside.watchHours',
  Type.Number({ minimum: 0, maximum: 720 }),
  72,
  'Hours for which the other side is still asked about a payout or transfer that two people said was not carried out',
)
export const watchSeconds = defineSetting(
  'outside.watchSeconds',
  Type.Number({ minimum: 1, maximum: 86_400 }),
  60,
  'Seconds from one such question to the next',
)

/** Kinds whose money returns to the member by such a refusal. */
export type WatchedKind = 'payout' | 'transfer'

/** Most that one sweep asks about, all at once. */
const batchSize = 32

/** Begins to ask about a refused piece of work, in the transaction that refuses it. */
export async function watchRefused(
  tx: Tx,
  { kind, key }: { kind: WatchedKind; key: string },
  clock: Clock,
): Promise<void> {
  await rawQuery(
    tx,
    `insert into outside_watches (kind, key, refused_at, next_at)
     values ($1, $2, ${databaseNow('$3')}, ${databaseNow('$3')})
     on conflict (kind, key) do update set refused_at = excluded.refused_at, next_at = excluded.next_at`,
    [kind, key, movedBy(clock)],
  )
}

interface Needs extends Where {
  settings: Settings
  attempts: Attempts
  log: { error(details: object, message: string): void }
}

/**
 * Asks the other side about refused work that is due. Each is made due later before it is asked about, so any
 * number of nodes may sweep, and a node that dies costs one question.
 * @param status the outcome of the work with this key; never throws for an answer of the other side
 */
export async function sweepWatched(
  needs: Needs,
  kind: WatchedKind,
  status: (key: string) => Promise<Status>,
): Promise<void> {
  const { database, clock, settings, log } = needs
  const [hours, seconds] = await Promise.all([settings.get(watchHours), settings.get(watchSeconds)])
  const now = databaseNow('$2')
  await database.query(
    `delete from outside_watches where kind = $1 and refused_at < ${now} - $3::float8 * interval '1 hour'`,
    [kind, movedBy(clock), hours],
  )
  const due = await database.query<{ key: string }>(
    `update outside_watches set next_at = ${now} + $3::float8 * interval '1 second'
     where kind = $1 and key = any(array(
       select key from outside_watches where kind = $1 and next_at <= ${now} order by next_at limit ${batchSize}
       for update skip locked))
     returning key`,
    [kind, movedBy(clock), seconds],
  )
  await Promise.all(
    due.map(({ key }) =>
      askAbout(needs, { kind, key }, () => status(key)).catch((error: unknown) =>
        log.error({ err: error, kind, key }, 'refused work not asked about'),
      ),
    ),
  )
}

async function askAbout(
  needs: Needs,
  work: { kind: WatchedKind; key: string },
  status: () => Promise<Status>,
): Promise<void> {
  const { database, clock, attempts, log } = needs
  const asked: Attempt[] = []
  const { outcome } = await ask(clock, 'status', asked, status)
  attempts.note(work, asked)
  // A request that it has never received may still reach it, so only a clear no ends the questions.
  if (outcome === 'uncertain' || outcome === 'unknown-id') return
  if (outcome === 'done') {
    const contradiction = 'posted after voided'
    log.error({ ...work, reason: contradiction }, 'the other side carried out what people said it had not')
    // Before the watch ends: a node that dies in between finds it again.
    await putInReview(needs, work, contradiction)
  }
  await database.query('delete from outside_watches where kind = $1 and key = $2', [work.kind, work.key])
}

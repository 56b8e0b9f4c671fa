import type { CallLimit } from '@krapao/contract/endpoint.ts'
import { inRounds } from '../batcher.ts'
import { addSeconds, bangkokMidnight, type Clock, secondsOfDayLeft } from '../clock.ts'
import { type Database, type Db, rawQuery, type Tx } from '../database.ts'
import { groupCommit } from '../group-commit.ts'
import { type Settings, settingNamed } from '../settings.ts'
import { TooMany, type TooManyCode } from './too-many.ts'

/** A rate limit, counted in the database for all nodes together. */
export interface Limit {
  /** The action and the caller that are counted, e.g. `login-failure:0812345678`. At most 200 characters. */
  key: string
  /** The most hits within the window. */
  max: number
  /** A sliding window in seconds, or the Bangkok calendar day. */
  within: number | 'day'
  /** The error code for a caller above the limit. */
  code: TooManyCode
}

/** The hits that were counted together. */
export interface Hits {
  /** Removes these hits, for an attempt that turned out not to count. */
  giveBack(): Promise<void>
}

/**
 * Counts one hit against each of the limits; if one of them is exceeded, against none. The hit is counted
 * before the work that it allows begins, so simultaneous callers cannot exceed a limit.
 * @returns the hits, or how a caller above a limit is refused
 */
export async function tryLimits(database: Database, now: Date, limits: Limit[]): Promise<Hits | TooMany> {
  const taken: Limit[] = []
  const giveBack = async () => {
    for (const limit of taken.splice(0)) await removeHit(database, limit.key, now)
  }
  for (const limit of limits) {
    const [oldest] = await addHits(database.db, [{ limit, now }])
    if (oldest) {
      await giveBack()
      return tooMany({ limit, now }, oldest)
    }
    taken.push(limit)
  }
  return { giveBack }
}

/**
 * As `tryLimits`, for a caller who is refused above a limit.
 * @throws TooMany the limit's code with `retryAfter`, the whole seconds until another hit is allowed
 */
export async function consumeLimits(database: Database, now: Date, limits: Limit[]): Promise<Hits> {
  const hits = await tryLimits(database, now, limits)
  if (hits instanceof TooMany) throw hits
  return hits
}

const tooMany = ({ limit, now }: Hit, oldest: Date): TooMany =>
  new TooMany(limit.code, secondsUntilFree(limit, oldest, now))

/** A limit of `max` hits a minute. */
export const minuteLimit = (key: string, max: number): Limit => ({
  key,
  max,
  within: 60,
  code: 'REQUEST_LIMIT_1MIN',
})

/**
 * The rate limiter of an endpoint. Calls that arrive together are counted together.
 * @returns a function that counts a call of a caller, and throws as `consumeLimits`
 * @throws TypeError if the limit's setting is not defined
 */
export function callLimiter(
  { database, clock, settings }: { database: Database; clock: Clock; settings: Settings },
  { name, perMinute }: CallLimit,
): (caller: string) => Promise<void> {
  const setting = settingNamed(perMinute)
  const count = groupCommit<Hit, Date | undefined>(database.db, addHits)
  return async (caller) => {
    const max = Number(await settings.get(setting))
    const hit: Hit = { limit: minuteLimit(`${name}:${caller}`, max), now: clock.now() }
    const oldest = await count(hit)
    if (oldest) throw tooMany(hit, oldest)
  }
}

/** Whether a limit is reached, so that another hit would be refused; none is counted. */
export async function isReached(database: Database, now: Date, limit: Limit): Promise<boolean> {
  const [row] = await database.query<{ isReached: boolean }>(
    `select (select count(*) from unnest(turns) as turn where turn > $2) >= $3 as "isReached"
     from limiter_turns where key = $1`,
    [limit.key, windowStart(limit, now), limit.max],
  )
  return row?.isReached ?? false
}

/** Deletes all hits of a key. */
export async function clearHits(database: Database, key: string): Promise<void> {
  await database.query('delete from limiter_turns where key = $1', [key])
}

/** Deletes the keys whose last hit is more than two days ago; no limit has a longer window than a day. */
export async function sweepHits(database: Database, now: Date): Promise<void> {
  await database.query('delete from limiter_turns where last_at < $1', [addSeconds(now, -2 * 86_400)])
}

/** One hit against one limit. */
interface Hit {
  limit: Limit
  now: Date
}

/**
 * Counts hits, those of different keys in a single statement, so that simultaneous calls cannot exceed a
 * limit.
 * @returns for each the oldest hit in the window if the limit was reached; then it is not counted
 */
async function addHits(handle: Db | Tx, hits: Hit[]): Promise<(Date | undefined)[]> {
  /**
   * The oldest hits by the keys whose limit is reached: a caller who calls far too often costs one statement,
   * and not many.
   */
  const full = new Map<string, Date>()
  const refused = new Set<Hit>()
  for (const round of inRounds(hits, ({ limit }) => limit.key)) {
    const open = round.filter(({ limit }) => !full.has(limit.key))
    if (open.length > 0) for (const { key, oldest } of await addRound(handle, open)) full.set(key, oldest)
    for (const hit of round) if (full.has(hit.limit.key)) refused.add(hit)
  }
  return hits.map((hit) => (refused.has(hit) ? full.get(hit.limit.key) : undefined))
}

/**
 * Counts hits of different keys. @returns the keys whose limit was reached, each with the oldest hit in its
 * window
 */
async function addRound(handle: Db | Tx, hits: Hit[]): Promise<{ key: string; oldest: Date }[]> {
  const rows = await rawQuery<{ key: string; refused: boolean; oldest: Date }>(
    handle,
    // In the order of keys, so that two statements with the same keys do not wait for each other in a circle.
    `with given as materialized (
       select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::int[]) as g (key, now, start, max))
     insert into limiter_turns as l (key, turns, refused, last_at)
     select key, array[now], false, now from given order by key
     on conflict (key) do update set
       (turns, refused, last_at) = (
         select case when cardinality(recent) < max then recent || now else recent end,
                cardinality(recent) >= max, now
         from (select max, now, (select coalesce(array_agg(turn order by turn), '{}')
                                 from unnest(l.turns) as turn where turn > start) as recent
               from given where given.key = l.key) as kept)
     returning key, refused, (
       select turns[greatest(cardinality(turns) - max + 1, 1)] from given where given.key = l.key) as oldest`,
    [
      hits.map(({ limit }) => limit.key),
      hits.map(({ now }) => now),
      hits.map(({ limit, now }) => windowStart(limit, now)),
      hits.map(({ limit }) => limit.max),
    ],
  )
  return rows.filter(({ refused }) => refused)
}

async function removeHit(database: Database, key: string, turn: Date): Promise<void> {
  await database.query(
    `update limiter_turns
     set turns = turns[:array_position(turns, $2::timestamptz) - 1] || turns[array_position(turns, $2::timestamptz) + 1:]
     where key = $1 and $2::timestamptz = any(turns)`,
    [key, turn],
  )
}

/** The time after which hits count. */
function windowStart(limit: Limit, now: Date): Date {
  return limit.within === 'day'
    ? new Date(bangkokMidnight(now).getTime() - 1)
    : addSeconds(now, -limit.within)
}

function secondsUntilFree(limit: Limit, oldest: Date, now: Date): number {
  if (limit.within === 'day') return secondsOfDayLeft(now)
  return (addSeconds(oldest, limit.within).getTime() - now.getTime()) / 1000
}

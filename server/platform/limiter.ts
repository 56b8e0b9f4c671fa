import type { CallLimit } from '@krapao/contract/endpoint.ts'
import type { ErrorCode } from '@krapao/contract/errors.ts'
import ipaddr from 'ipaddr.js'
import { addSeconds, bangkokDay, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import { Refusal } from './refusal.ts'
import { type Settings, settingNamed } from './settings.ts'

/** A rate limit, counted in the database for all nodes together. */
export interface Limit {
  /** The action and the caller that are counted, e.g. `login-failure:0812345678`. At most 200 characters. */
  key: string
  /** The most hits within the window. */
  max: number
  /** A sliding window in seconds, or the Bangkok calendar day. */
  within: number | 'day'
  /** The error code for a caller above the limit. */
  code: ErrorCode
}

/** The hits that one `consumeLimits` has counted. */
export interface Hits {
  /** Removes these hits, for an attempt that turned out not to count. */
  giveBack(): Promise<void>
}

/**
 * Counts one hit against each of the limits; if one of them is exceeded, against none. The hit is counted
 * before the work that it allows begins, so simultaneous callers cannot exceed a limit.
 * @throws Refusal the limit's code with `retryAfter`, the whole seconds until another hit is allowed
 */
export async function consumeLimits(database: Database, now: Date, limits: Limit[]): Promise<Hits> {
  const taken: Limit[] = []
  const giveBack = async () => {
    for (const limit of taken.splice(0)) await removeHit(database, limit.key, now)
  }
  for (const limit of limits) {
    const oldest = await addHit(database, limit, now)
    if (oldest) {
      await giveBack()
      throw new Refusal(limit.code, { retryAfter: secondsUntilFree(limit, oldest, now) })
    }
    taken.push(limit)
  }
  return { giveBack }
}

/**
 * Counts a hit against a limit of `max` hits a minute.
 * @throws Refusal `REQUEST_LIMIT_1MIN` with `retryAfter`, the whole seconds until another hit is allowed
 */
export const consumeMinuteLimit = (database: Database, now: Date, key: string, max: number): Promise<Hits> =>
  consumeLimits(database, now, [{ key, max, within: 60, code: 'REQUEST_LIMIT_1MIN' }])

/**
 * The rate limiter of an endpoint.
 * @returns a function that counts a call of a caller, and throws as `consumeMinuteLimit`
 * @throws TypeError if the limit's setting is not defined
 */
export function callLimiter(
  { database, clock, settings }: { database: Database; clock: Clock; settings: Settings },
  { name, perMinute }: CallLimit,
): (caller: string) => Promise<void> {
  const setting = settingNamed(perMinute)
  return async (caller) => {
    const max = Number(await settings.get(setting))
    await consumeMinuteLimit(database, clock.now(), `${name}:${caller}`, max)
  }
}

/** Deletes all hits of a key. */
export async function clearHits(database: Database, key: string): Promise<void> {
  await database.query('delete from limiter_turns where key = $1', [key])
}

/** Deletes the keys whose last hit is more than two days ago; no limit has a longer window than a day. */
export async function sweepHits(database: Database, now: Date): Promise<void> {
  await database.query('delete from limiter_turns where last_at < $1', [addSeconds(now, -2 * 86_400)])
}

/**
 * The key by which calls of an IP address are counted: the IPv4 address, or the /64 network of an IPv6
 * customer.
 */
export function addressKey(ip: string): string {
  // Some gateways append the port.
  const bare = /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip
  if (!ipaddr.isValid(bare)) return bare
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

/**
 * Counts a hit in a single statement, so that simultaneous calls cannot exceed the limit.
 * @returns the oldest hit in the window if the limit was reached; then nothing is counted
 */
async function addHit(database: Database, limit: Limit, now: Date): Promise<Date | undefined> {
  const [row] = await database.query<{ refused: boolean; oldest: Date }>(
    `insert into limiter_turns as l (key, turns, refused, last_at) values ($1, array[$2::timestamptz], false, $2)
     on conflict (key) do update set
       (turns, refused) = (
         select case when cardinality(recent) < $4 then recent || $2::timestamptz else recent end,
                cardinality(recent) >= $4
         from (select coalesce(array_agg(turn order by turn), '{}') as recent
               from unnest(l.turns) as turn where turn > $3) as kept),
       last_at = $2
     returning refused, turns[greatest(cardinality(turns) - $4 + 1, 1)] as oldest`,
    [limit.key, now, windowStart(limit, now), limit.max],
  )
  return row?.refused ? row.oldest : undefined
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
  const free =
    limit.within === 'day' ? addSeconds(bangkokMidnight(now), 86_400) : addSeconds(oldest, limit.within)
  return Math.max(1, Math.ceil((free.getTime() - now.getTime()) / 1000))
}

/** The beginning of an instant's day in Bangkok, where there is no daylight saving time. */
const bangkokMidnight = (date: Date): Date => new Date(`${bangkokDay(date)}T00:00:00+07:00`)

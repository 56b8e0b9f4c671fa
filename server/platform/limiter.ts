import type { CallLimit } from '@krapao/contract/endpoint.ts'
import type { ErrorCode } from '@krapao/contract/errors.ts'
import ipaddr from 'ipaddr.js'
import { addSeconds, bangkokDay, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import { Refusal } from './refusal.ts'
import { type Settings, settingNamed } from './settings.ts'

/** How often something may happen, counted in the database so that every node counts the same. */
export interface Limit {
  /** Who does what, e.g. `login-failure:0812345678`. At most 200 characters. */
  key: string
  /** Hits within the window. */
  max: number
  /** A sliding window in seconds, or the Bangkok calendar day. */
  within: number | 'day'
  /** The error of a caller who is above the limit. */
  code: ErrorCode
}

/** Hits that were counted. */
export interface Hits {
  /** Takes them back, for an attempt that turned out not to count. */
  giveBack(): Promise<void>
}

/**
 * Counts one hit against each limit, or against none. Safe against callers at the same moment: a hit is counted
 * before the work that it allows begins.
 * @throws Refusal the limit's code with `retryAfter`, whole seconds until a hit is free
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
 * Counts one of `max` hits within a minute.
 * @throws Refusal `REQUEST_LIMIT_1MIN` with `retryAfter`, whole seconds until one is free
 */
export const consumeMinuteLimit = (database: Database, now: Date, key: string, max: number): Promise<Hits> =>
  consumeLimits(database, now, [{ key, max, within: 60, code: 'REQUEST_LIMIT_1MIN' }])

/**
 * Limits one call.
 * @returns counts a call of a caller; it throws as `consumeMinuteLimit`
 * @throws TypeError where its setting is not defined
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

/** Forgets all hits of a key. */
export async function clearHits(database: Database, key: string): Promise<void> {
  await database.query('delete from limiter_turns where key = $1', [key])
}

/** Forgets keys that no limit looks back to any more; two days cover the longest window. */
export async function sweepHits(database: Database, now: Date): Promise<void> {
  await database.query('delete from limiter_turns where last_at < $1', [addSeconds(now, -2 * 86_400)])
}

/** The key of an address: an IPv4 address, or the /64 that one IPv6 customer has. */
export function addressKey(ip: string): string {
  // Some gateways write the port beside it.
  const bare = /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip
  if (!ipaddr.isValid(bare)) return bare
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

/** Counts a hit; answers with the oldest hit in the window when none was free. One statement, so no race. */
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

/** Hits later than this count. */
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

/** When the Bangkok day of an instant began; Bangkok has no summer time. */
const bangkokMidnight = (date: Date): Date => new Date(`${bangkokDay(date)}T00:00:00+07:00`)

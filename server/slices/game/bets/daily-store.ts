import type { GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** How far a job is: days before `day` are done, and of `day` the members up to `after`. */
export interface Progress {
  /** YYYY-MM-DD */
  day: string
  /** Empty: no member of that day is done. */
  after: string
}

/**
 * A job's progress, locked until the transaction ends; a job that never ran is at the beginning of `first`.
 */
export async function lockProgress(tx: Tx, job: string, first: string): Promise<Progress> {
  await rawQuery(tx, 'insert into bet_day_jobs (job, day) values ($1, $2) on conflict do nothing', [
    job,
    first,
  ])
  const [row] = await rawQuery<Progress>(
    tx,
    'select day::text as day, after_member as after from bet_day_jobs where job = $1 for update',
    [job],
  )
  return row ?? { day: first, after: '' }
}

/** What a page of a day brought, by currency. */
export interface DaySum {
  currency: Currency
  /** Members whose day was calculated. */
  members: number
  /** Those of them whose day brings something. */
  rewarded: number
  amountMinor: number
}

/** Adds what a page brought to the sums of its day. */
export async function addSums(tx: Tx, job: string, day: string, sums: DaySum[]): Promise<void> {
  if (sums.length === 0) return
  await rawQuery(
    tx,
    `insert into bet_day_sums as s (day, job, currency, members, rewarded, amount_minor)
     select $1::date, $2, * from unnest($3::text[], $4::int[], $5::int[], $6::bigint[])
     on conflict (day, job, currency) do update set members = s.members + excluded.members,
       rewarded = s.rewarded + excluded.rewarded, amount_minor = s.amount_minor + excluded.amount_minor`,
    [
      day,
      job,
      sums.map(({ currency }) => currency),
      sums.map(({ members }) => members),
      sums.map(({ rewarded }) => rewarded),
      sums.map(({ amountMinor }) => amountMinor),
    ],
  )
}

/** Notes that all members of a day are calculated; `isEmpty`: no offer was in force, and none was. */
export async function insertResult(
  tx: Tx,
  job: string,
  day: string,
  { at, isEmpty }: { at: Date; isEmpty: boolean },
): Promise<void> {
  await rawQuery(
    tx,
    `insert into bet_day_results (day, job, calculated_at, is_empty) values ($1::date, $2, $3, $4)
     on conflict do nothing`,
    [day, job, at, isEmpty],
  )
}

export async function moveProgress(tx: Tx, job: string, { day, after }: Progress): Promise<void> {
  await rawQuery(tx, 'update bet_day_jobs set day = $2, after_member = $3 where job = $1', [job, day, after])
}

/** The same, as it is at this moment; undefined: it never ran. */
export async function findProgress(db: Db, job: string): Promise<Progress | undefined> {
  const [row] = await rawQuery<Progress>(
    db,
    'select day::text as day, after_member as after from bet_day_jobs where job = $1',
    [job],
  )
  return row
}

/** A provider that may have bets which we do not know. */
export interface Behind {
  code: GameCode
  /** When all that it had was read last; null: never. */
  askedAt: Date | null
}

/**
 * The providers that were not asked since an instant for all that they have: of those that report bets, are
 * switched on and have accounts. One without accounts is not asked, and has no bets.
 */
export async function selectBehind(handle: Db | Tx, since: Date): Promise<Behind[]> {
  return rawQuery<Behind>(
    handle,
    `select p.code, c.caught_up_at as "askedAt" from game_providers p left join bet_cursors c on c.source = p.code
     where p.reports_bets and p.enabled and coalesce(c.caught_up_at < $1::timestamptz, true)
       and exists (select from game_accounts a where a.code = p.code)
     order by p.sort`,
    [since],
  )
}

/**
 * Counts the hour that days from `day` to `last`, both included, have waited. An hour counts once, by
 * whichever node looks first after it, and only if one looked in the hour before: while no server ran, nobody
 * waited.
 * @returns how many hours `day` has waited; `isFirst`: nobody has looked for an hour
 */
export async function countWaiting(
  db: Db,
  { day, last, now }: { day: string; last: string; now: Date },
): Promise<{ hours: number; isFirst: boolean }> {
  const counted = await rawQuery<{ day: string }>(
    db,
    `insert into bet_day_waits as w (day, hours, looked_at)
     select over::date, 0, $3::timestamptz from generate_series($1::date, $2::date, interval '1 day') as days (over)
     order by over
     on conflict (day) do update
       set hours = w.hours + (w.looked_at > $3::timestamptz - interval '2 hours')::int, looked_at = $3::timestamptz
       where w.looked_at <= $3::timestamptz - interval '1 hour'
     returning day::text as day`,
    [day, last, now],
  )
  const [row] = await rawQuery<{ hours: number }>(
    db,
    'select hours from bet_day_waits where day = $1::date',
    [day],
  )
  return { hours: row?.hours ?? 0, isFirst: counted.some((of) => of.day === day) }
}

/** Nobody looked for so long at a day that waits: a calculation waits for it no more. */
const forgottenAfter = `interval '2 hours'`

/** SQL: whether a row `w` of `bet_day_waits` is a day that waits now. @param now SQL */
export const waitsNow = (now: string): string =>
  `w.looked_at > ${now} - ${forgottenAfter} and w.day > coalesce((select max(day) from closed_bet_days), '-infinity')`

/** The first day, YYYY-MM-DD, that is over and waits for providers; null: none does. */
export async function selectFirstWaiting(handle: Db | Tx, now: Date): Promise<string | null> {
  const [row] = await rawQuery<{ day: string | null }>(
    handle,
    `select min(w.day)::text as day from bet_day_waits w where ${waitsNow('$1::timestamptz')}`,
    [now],
  )
  return row?.day ?? null
}

import type { GameCode } from '@krapao/contract/game.ts'
import { type Db, rawQuery } from '../../../platform/database.ts'
import { type DaySum, type Progress, waitsNow } from './daily-store.ts'

/** What is known of a Bangkok day, for the page of days. */
export interface KnownDay {
  /** YYYY-MM-DD */
  day: string
  /** The day with whose closing it was closed; null: it is open. */
  closedWith: string | null
  closedAt: Date | null
  unasked: GameCode[] | null
  waitedHours: number | null
  isWaiting: boolean
}

/** Days up to one, newest first, as far back as anything is known. By the keys of each table. */
export const selectKnownDays = (
  db: Db,
  { to, limit, now }: { to: string; limit: number; now: Date },
): Promise<KnownDay[]> =>
  rawQuery(
    db,
    `with known as (
       select least($1::date, (select min(day) from closed_bet_days), (select min(day) from bet_day_waits),
         (select min(day) from bet_day_results), (select min(day) from bet_days)) as first)
     select d.day::date::text as day, closed.day::text as "closedWith", closed.closed_at as "closedAt", closed.unasked,
       w.hours as "waitedHours", coalesce(${waitsNow('$3::timestamptz')}, false) as "isWaiting"
     from known
     cross join generate_series($1::date, greatest(known.first, $1::date - $2::int + 1), interval '-1 day') d (day)
     left join lateral (
       select day, closed_at, unasked from closed_bet_days c where c.day >= d.day::date order by c.day limit 1) closed on true
     left join bet_day_waits w on w.day = d.day::date
     order by d.day desc`,
    [to, limit, now],
  )

/** Which of these days jobs have done, and when; `isEmpty`: no offer was in force. */
export const selectResults = (
  db: Db,
  from: string,
  to: string,
): Promise<{ job: string; day: string; at: Date; isEmpty: boolean }[]> =>
  rawQuery(
    db,
    `select job, day::text as day, calculated_at as at, is_empty as "isEmpty" from bet_day_results
     where day between $1::date and $2::date`,
    [from, to],
  )

/** What they brought. */
export const selectSums = (
  db: Db,
  from: string,
  to: string,
): Promise<(DaySum & { job: string; day: string })[]> =>
  rawQuery(
    db,
    `select job, day::text as day, currency, members, rewarded, amount_minor as "amountMinor" from bet_day_sums
     where day between $1::date and $2::date order by currency desc`,
    [from, to],
  )

/** How far each job is. */
export const selectProgress = (db: Db): Promise<(Progress & { job: string })[]> =>
  rawQuery(db, 'select job, day::text as day, after_member as after from bet_day_jobs', [])

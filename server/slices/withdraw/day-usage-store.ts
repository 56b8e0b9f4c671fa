import { batcher } from '../../platform/batcher.ts'
import { type Database, rawQuery, type Tx } from '../../platform/database.ts'
import { hasActive } from '../bonus/public.ts'
import type { State, Today } from './rules.ts'

/** A member's withdrawals of today and lately, against the limits (rules.md §6.3). */

/**
 * The facts when a withdrawal is requested: its row, if it was begun before, and the member's other
 * withdrawals.
 */
export interface DayUsage {
  begun: { state: State; amountMinor: number } | undefined
  /** On the Bangkok day of the request. */
  today: Today
  /** In the 24 hours before the request, in satang or att. */
  recentMinor: number
  /** Whether the member has an active bonus. */
  hasBonus: boolean
}

/** A withdrawal's id, its member, and the instant from which the others are counted. */
export interface DayUsageQuery {
  id: string
  memberId: string
  at: Date | string
}

/**
 * One usage per request, in order; failed withdrawals do not count. Filtered by day first, because the index
 * has the day.
 */
const usages = `select w.state, w.amount_minor as "amountMinor", d.count, d.sum as "sumMinor", d.recent as "recentMinor",
    ${hasActive('query.member_id')} as "hasBonus"
  from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality query (id, member_id, requested_at, place)
    left join lateral (select state, amount_minor from withdrawals where id = query.id offset 0) w on true
    cross join lateral (
      select count(*) filter (where t.day = (query.requested_at at time zone 'Asia/Bangkok')::date) as count,
        coalesce(sum(t.amount_minor) filter (where t.day = (query.requested_at at time zone 'Asia/Bangkok')::date), 0)::bigint as sum,
        coalesce(sum(t.amount_minor) filter (where t.created_at > query.requested_at - interval '24 hours'), 0)::bigint as recent
      from withdrawals t
      where t.member_id = query.member_id and t.state <> 'FAILED'
        and t.day >= ((query.requested_at - interval '24 hours') at time zone 'Asia/Bangkok')::date) d
  order by query.place`

interface DayUsageRow {
  state: State | null
  amountMinor: number
  count: number
  sumMinor: number
  recentMinor: number
  hasBonus: boolean
}

const columnsOf = (queries: DayUsageQuery[]): unknown[] => [
  queries.map(({ id }) => id),
  queries.map(({ memberId }) => memberId),
  queries.map(({ at }) => at),
]

const toDayUsage = ({ state, amountMinor, count, sumMinor, ...rest }: DayUsageRow): DayUsage => ({
  begun: state === null ? undefined : { state, amountMinor },
  today: { count, sumMinor },
  ...rest,
})

/** Reads usages; requests that arrive together share one query. */
export const dayUsageReader = (database: Database) =>
  batcher<DayUsageQuery, DayUsage>(
    async (queries) => (await database.query<DayUsageRow>(usages, columnsOf(queries))).map(toDayUsage),
    { inFlight: 2 },
  )

/**
 * The same inside a transaction: it counts rows that others committed before it locked the members' wallets.
 */
export const readDayUsage = async (tx: Tx, queries: DayUsageQuery[]): Promise<DayUsage[]> =>
  (await rawQuery<DayUsageRow>(tx, usages, columnsOf(queries))).map(toDayUsage)

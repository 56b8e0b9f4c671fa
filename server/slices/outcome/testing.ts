import type { Database } from '../../platform/database.ts'

/** What tests of others ask and prepare in the list of what has ended. */

type Queries = Pick<Database, 'query'>

/** What has ended of a member, or of one source, in order. */
export const outcomesOf = (
  database: Queries,
  { memberId, source }: { memberId?: string; source?: string },
): Promise<{ result: string }[]> =>
  database.query(
    `select result from outcomes
     where ($1::text is null or member_id = $1) and ($2::text is null or source = $2) order by at`,
    [memberId ?? null, source ?? null],
  )

/** Deposits that were credited, read by the member or not. */
export const storeOutcomes = (
  database: Queries,
  outcomes: readonly { key: string; memberId: string; isRead: boolean }[],
) =>
  database.query(
    `insert into outcomes (key, member_id, kind, result, currency, at, read_at)
     select key, "memberId", 'bank', 'DONE', 'THB', now(), case when "isRead" then now() end
     from jsonb_to_recordset($1::jsonb) o (key text, "memberId" text, "isRead" boolean)`,
    [JSON.stringify(outcomes)],
  )

/** What the statement begins with that stores one, for tests that kill a node there. */
export const storesOutcome = 'insert into outcomes'

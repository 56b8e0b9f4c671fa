import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** Sessions of conversations with the times of the staff (rules.md §12.6). */

/** The events of a session. */
export interface SessionNews {
  id: string
  conversationId: string
  at: Date
  /** The customer waits for the staff now. */
  asked?: boolean
  /** The operator who has answered. */
  operatorId?: string
}

/**
 * Notes what has happened, in the transaction in which it happened, each session once. The first asking
 * counts, unless the staff had written before, and the first answer; whatever happens in a session that was
 * ended opens it again.
 */
export async function noteSessions(tx: Tx, news: SessionNews[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ id, conversationId, at, asked = false, operatorId }) => ({
    id,
    conversationId,
    at,
    askedAt: asked ? at : null,
    answeredAt: operatorId ? at : null,
    operatorId,
  }))
  await rawQuery(
    tx,
    `insert into chat_sessions as s (id, conversation_id, began_at, asked_at, first_answer_at, operator_id)
     select id, "conversationId", at, "askedAt", "answeredAt", "operatorId"
     from jsonb_to_recordset($1::jsonb) as n (id text, "conversationId" text, at timestamptz,
       "askedAt" timestamptz, "answeredAt" timestamptz, "operatorId" text)
     on conflict (id) do update set
       asked_at = coalesce(s.asked_at, case when s.first_answer_at is null then excluded.asked_at end),
       first_answer_at = coalesce(s.first_answer_at, excluded.first_answer_at),
       operator_id = coalesce(s.operator_id, excluded.operator_id),
       ended_at = null`,
    [JSON.stringify(rows)],
  )
}

export async function noteEnd(tx: Tx, id: string, at: Date): Promise<void> {
  await rawQuery(tx, 'update chat_sessions set ended_at = $2 where id = $1', [id, at])
}

/** Gives the sessions of one conversation to another. */
export async function moveSessions(tx: Tx, from: string, to: string): Promise<void> {
  await rawQuery(tx, 'update chat_sessions set conversation_id = $2 where conversation_id = $1', [from, to])
}

/** One row of the report: of a day and operator, of an operator, or of all. Times in seconds. */
export interface ReportRow {
  of: 'day' | 'operator' | 'all'
  day: string | null
  /** Null: nobody answered. */
  operatorId: string | null
  conversations: number
  answered: number
  ended: number
  firstAnswerMedian: number | null
  firstAnswerP90: number | null
  resolutionMedian: number | null
}

/**
 * The statement of the report: `$1` and `$2` the time from which and until which sessions became the staff's.
 */
export const reportStatement = `
  select case grouping(day, operator_id) when 0 then 'day' when 2 then 'operator' else 'all' end as of,
    day::text, operator_id as "operatorId", count(*)::int as conversations, count(first_answer_at)::int as answered,
    count(ended_at)::int as ended,
    round(percentile_cont(0.5) within group (order by waited))::int as "firstAnswerMedian",
    round(percentile_cont(0.9) within group (order by waited))::int as "firstAnswerP90",
    round(percentile_cont(0.5) within group (order by took))::int as "resolutionMedian"
  from (
    select (staffed_at at time zone 'Asia/Bangkok')::date as day, operator_id, first_answer_at, ended_at,
      extract(epoch from first_answer_at - asked_at)::float8 as waited,
      extract(epoch from ended_at - staffed_at)::float8 as took
    from chat_sessions where staffed_at >= $1 and staffed_at < $2) s
  group by grouping sets ((day, operator_id), (operator_id), ())
  order by day desc nulls first, operator_id nulls last`

export const selectReport = (db: Db, from: Date, until: Date): Promise<ReportRow[]> =>
  rawQuery(db, reportStatement, [from, until])

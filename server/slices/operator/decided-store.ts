import type { Currency } from '@krapao/contract/money.ts'
import { type Db, rawQuery } from '../../platform/database.ts'
import type { AuditPlace, AuditRow } from './store.ts'

/** The decisions of people at the desk, in every queue, as the history is searched (rules.md §17.14). */

/** The final decisions about items of the desk, worded exactly as in the indexes of `audit_log`. */
const decided = `a.action in ('desk.approve', 'desk.refuse', 'desk.superseded')`
/** Whose money it was and how much, worded exactly as in the indexes. */
const memberOf = `coalesce(a.details ->> 'memberId', a.details -> 'said' ->> 'memberId')`
const amountOf = `coalesce(a.details ->> 'amountMinor', a.details -> 'said' ->> 'amountMinor')::bigint`

/** The filters of the history; undefined: none. */
export interface DecidedSearch {
  /** Inclusive. */
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  operatorId?: string | undefined
  queue?: string | undefined
  memberId?: string | undefined
  /** Satang or att. */
  minMinor?: number | undefined
  maxMinor?: number | undefined
  action?: string | undefined
  /** One of these has to be so. */
  text?: { references: string[]; subjects: string[]; amountMinor: number | null } | undefined
}

/** The condition of a search in SQL. @param values those of the query, to which its own are added */
function conditionOf(search: DecidedSearch, values: unknown[]): string {
  const { from, to, operatorId, queue, memberId, minMinor, maxMinor, action, text } = search
  const put = (value: unknown): string => `$${values.push(value)}`
  const parts = [decided]
  if (from) parts.push(`a.at >= ${put(from)}`)
  if (to) parts.push(`a.at < ${put(to)}`)
  if (operatorId !== undefined) parts.push(`a.operator_id = ${put(operatorId)}`)
  if (queue !== undefined) parts.push(`split_part(a.subject, ':', 1) = ${put(queue)}`)
  if (memberId !== undefined) parts.push(`${memberOf} = ${put(memberId)}`)
  if (minMinor !== undefined && minMinor === maxMinor) parts.push(`${amountOf} = ${put(minMinor)}`)
  else {
    if (minMinor !== undefined) parts.push(`${amountOf} >= ${put(minMinor)}`)
    if (maxMinor !== undefined) parts.push(`${amountOf} <= ${put(maxMinor)}`)
  }
  if (action !== undefined) parts.push(`a.action = ${put(action)}`)
  if (text) {
    const named = text.references.flatMap((reference) => [
      { reference },
      { evidence: [{ label: 'reference', value: reference }] },
    ])
    // Found first and as a whole: of a reference the planner expects more than the few that there are, and
    // would rather read all decisions in their order.
    const ways = [
      `a.subject <> '' and a.subject = any(${put(text.subjects)}::text[])`,
      ...named.map((details) => `a.details @> ${put(JSON.stringify(details))}::jsonb`),
    ]
    const ids = ways.map((way) => `select a.id from audit_log a where ${decided} and ${way}`)
    const isNamed = `a.id = any(array(${ids.join(' union all ')}))`
    const hasAmount = text.amountMinor === null ? [] : [`${amountOf} = ${put(text.amountMinor)}`]
    parts.push(`(${[isNamed, ...hasAmount].join(' or ')})`)
  }
  return parts.join(' and ')
}

/** A page of what a search finds, the last first. @param before the last row of the page before */
export function searchDecided(
  db: Db,
  search: DecidedSearch,
  { before, limit }: { before?: AuditPlace | undefined; limit: number },
): Promise<AuditRow[]> {
  const values: unknown[] = [limit]
  const condition = conditionOf(search, values)
  const behind = before
    ? ` and (a.at, a.id) < ($${values.push(before.at)}, $${values.push(before.id)}::bigint)`
    : ''
  return rawQuery<AuditRow>(
    db,
    `select a.id, a.at, a.operator_id, o.name as operator_name, a.action, a.subject, a.reason, a.details
     from audit_log a left join operators o on o.id = a.operator_id
     where ${condition}${behind} order by a.at desc, a.id desc limit $1`,
    values,
  )
}

/** So many decisions are added up at most. */
export const mostSummed = 50_000

/**
 * How often what a search finds ended in which way, and the amounts together; undefined where that is more
 * than may be added up.
 */
export async function sumSearched(
  db: Db,
  search: DecidedSearch,
): Promise<{ action: string; currency: Currency; count: number; sumMinor: number }[] | undefined> {
  const values: unknown[] = []
  const condition = conditionOf(search, values)
  const rows = await rawQuery<{ action: string; currency: Currency; count: number; sumMinor: number }>(
    db,
    `select action, currency, count(*)::int as count, coalesce(sum(minor), 0)::bigint as "sumMinor"
     from (
       select a.action, coalesce(a.details ->> 'currency', 'THB') as currency, ${amountOf} as minor
       from audit_log a where ${condition} limit ${mostSummed + 1}) d
     group by 1, 2 order by 1, 2`,
    values,
  )
  return rows.reduce((sum, { count }) => sum + count, 0) > mostSummed ? undefined : rows
}

/**
 * What people decided in queues of the desk in a time, by queue, action and currency; by the same indexes as
 * the lists.
 * @param from inclusive, `to` exclusive; `operatorId`: of one person only
 */
export const sumDecided = (
  db: Db,
  queues: string[],
  { operatorId, from, to }: { operatorId?: string; from: Date; to: Date },
): Promise<{ queue: string; action: string; currency: Currency; count: number; sumMinor: number }[]> =>
  rawQuery(
    db,
    `select split_part(a.subject, ':', 1) as queue, a.action, coalesce(a.details ->> 'currency', 'THB') as currency,
       count(*)::int as count,
       coalesce(sum(${amountOf}), 0)::bigint as "sumMinor"
     from audit_log a
     where split_part(a.subject, ':', 1) = any($1::text[]) and ${decided} and a.at >= $2 and a.at < $3` +
      `${operatorId === undefined ? '' : ' and a.operator_id = $4'} group by 1, 2, 3 order by 1, 2, 3`,
    [queues, from, to, ...(operatorId === undefined ? [] : [operatorId])],
  )

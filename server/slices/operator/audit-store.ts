import type { AuditKind } from '@krapao/contract/slices/operator/list-audit.ts'
import { type Db, rawQuery } from '../../platform/database.ts'
import type { AuditRow } from './store.ts'

/** The audit log as owners and auditors search it. */

/**
 * The condition of each kind, worded exactly as in the indexes of `audit_log`, which serve no other
 * condition.
 */
const auditEventsOf: Record<AuditKind, string> = {
  actions: `a.action not like 'look.%'`,
  decisions: `a.action like 'desk.%'`,
  staff: `a.action like 'operator.%'`,
  logins: `a.action in ('login', 'login-failed', 'logout')`,
  looks: `a.action like 'look.%'`,
  all: 'true',
}

/** Whom an event is about, worded exactly as in the index `audit_log_member`. */
const memberOf = `coalesce(a.details ->> 'memberId', a.details -> 'said' ->> 'memberId',
  case when a.subject like 'member:%' then substr(a.subject, 8) end)`

/** The filters of the log; undefined: none. */
export interface AuditSearch {
  kind: AuditKind
  operatorId?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  memberId?: string | undefined
  action?: string | undefined
  ip?: string | undefined
  subject?: string | undefined
}

/**
 * The log is written as time goes on, but its ids are not quite in the order of time: nodes have their own
 * clocks, and some transactions are committed late. So much earlier and later than a time its first and last
 * id are looked for.
 */
const skew = `interval '1 day'`

/**
 * Audit events, newest first, by their ids; each condition has an index that gives them in this order, and a
 * time is one by the ids of its beginning and end.
 * @param before an id, exclusive; null: from the newest
 */
export function searchAuditEvents(
  db: Db,
  { kind, operatorId, from, to, memberId, action, ip, subject }: AuditSearch,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  const values: unknown[] = [before ?? Number.MAX_SAFE_INTEGER, limit]
  const and = (condition: (place: string) => string, value: unknown): string =>
    value === undefined ? '' : ` and ${condition(`$${values.push(value)}`)}`
  const idAt = (time: string) => `select id from audit_log where at >= ${time} order by at, id limit 1`
  return rawQuery<AuditRow>(
    db,
    `select a.id, a.at, a.operator_id, o.name as operator_name, a.action, a.subject, a.reason, a.details
     from audit_log a left join operators o on o.id = a.operator_id
     where ${auditEventsOf[kind]} and a.id < $1` +
      and((place) => `a.operator_id = ${place}`, operatorId) +
      and((place) => `${memberOf} = ${place}`, memberId) +
      and((place) => `a.action = ${place}`, action) +
      and((place) => `a.details ->> 'ip' = ${place}`, ip) +
      and((place) => `a.subject <> '' and a.subject = ${place}`, subject) +
      and(
        (time) =>
          `a.at >= ${time} and a.id >= coalesce((${idAt(`${time}::timestamptz - ${skew}`)}), ${Number.MAX_SAFE_INTEGER})`,
        from,
      ) +
      and(
        (time) =>
          `a.at < ${time} and a.id < coalesce((${idAt(`${time}::timestamptz + ${skew}`)}), ${Number.MAX_SAFE_INTEGER})`,
        to,
      ) +
      ' order by a.id desc limit $2',
    values,
  )
}

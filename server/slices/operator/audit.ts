import type { AnswerOf } from '@krapao/contract/client.ts'
import type { AuditFilter } from '@krapao/contract/slices/operator/list-audit.ts'
import { bangkokDays } from '../../platform/clock.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { selectMemberNames } from '../account/public.ts'
import type { Context } from '../context.ts'
import { type AuditSearch, searchAuditEvents } from './audit-store.ts'
import { admitExport, auditExport, maxExported } from './exports.ts'
import { addressIn, auditPage } from './rules.ts'
import type { AuditRow } from './store.ts'

type Entry = AnswerOf<'GET /api/console/audit'>['entries'][number]

/** Looks are left out, unless they are asked for by kind or action. */
const searchOf = ({ kind, from, to, address, ...same }: AuditFilter): AuditSearch => ({
  kind: kind ?? (same.action === undefined ? 'actions' : 'all'),
  ...same,
  ...bangkokDays(from, to),
  ...(address !== undefined && addressIn(address)),
})

const entryOf = (row: AuditRow): Entry => ({
  _id: String(row.id),
  at: row.at.toISOString(),
  operator: row.operator_id === null ? null : { _id: row.operator_id, name: row.operator_name ?? '' },
  action: row.action,
  subject: row.subject,
  reason: row.reason,
  details: row.details,
})

/** The ids that are recorded as a member's, in whatever part of the details. */
function memberIdsIn(details: object): string[] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (key === 'memberId' && typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? memberIdsIn(value) : []
  })
}

/** The members whom events name, by one query. */
async function membersOf({ db }: Context, rows: readonly AuditRow[]) {
  const ids = new Set(
    rows.flatMap(({ subject, details }) => [
      ...(subject.startsWith('member:') ? [subject.slice('member:'.length)] : []),
      ...memberIdsIn(details),
    ]),
  )
  const members = ids.size === 0 ? [] : await selectMemberNames(db, [...ids])
  return members.map(({ id, name }) => ({ _id: id, name }))
}

/** A page of the audit log. @param before the `next` of the page before */
export async function listAudit(
  context: Context,
  { before, ...filter }: AuditFilter & { before?: string },
): Promise<AnswerOf<'GET /api/console/audit'>> {
  const place = { before: before === undefined ? null : Number(before), limit: auditPage + 1 }
  const rows = await searchAuditEvents(context.db, searchOf(filter), place)
  const shown = rows.slice(0, auditPage)
  return {
    entries: shown.map(entryOf),
    members: await membersOf(context, shown),
    next: rows.length > auditPage ? String(shown.at(-1)?.id) : null,
  }
}

/**
 * The newest events for a file; audited.
 * @throws Refusal `REQUEST_LIMIT`, and as `auditExport`
 */
export async function exportAudit(
  context: Context,
  caller: OperatorCaller,
  filter: AuditFilter,
): Promise<AnswerOf<'POST /api/console/audit/export'>> {
  await admitExport(context, caller)
  const rows = await searchAuditEvents(context.db, searchOf(filter), { before: null, limit: maxExported + 1 })
  const taken = rows.slice(0, maxExported)
  const entries = taken.map(entryOf)
  const members = await membersOf(context, taken)
  await auditExport(context, caller, { action: 'export.audit', filter, count: entries.length })
  return { entries, members, complete: rows.length <= maxExported }
}

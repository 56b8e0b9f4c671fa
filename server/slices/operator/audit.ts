import type { AnswerOf } from '@krapao/contract/client.ts'
import type { AuditFilter } from '@krapao/contract/slices/operator/list-audit.ts'
import { bangkokDays } from '../../platform/clock.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { type AuditSearch, searchAuditEvents } from './audit-store.ts'
import { admitExport, auditExport, maxExported } from './exports.ts'
import { addressIn, auditPage } from './rules.ts'
import type { AuditRow } from './store.ts'

type Entry = AnswerOf<'GET /api/console/audit'>['entries'][number]

/** Looks are left out of what is not asked for by its kind or action. */
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

/** A page of the audit log. @param before the `next` of the page before */
export async function listAudit(
  { db }: Context,
  { before, ...filter }: AuditFilter & { before?: string },
): Promise<AnswerOf<'GET /api/console/audit'>> {
  const place = { before: before === undefined ? null : Number(before), limit: auditPage + 1 }
  const rows = await searchAuditEvents(db, searchOf(filter), place)
  const shown = rows.slice(0, auditPage)
  return {
    entries: shown.map(entryOf),
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
  const entries = rows.slice(0, maxExported).map(entryOf)
  await auditExport(context, caller, { action: 'export.audit', filter, count: entries.length })
  return { entries, complete: rows.length <= maxExported }
}

import type { AuditAction } from '@krapao/contract/slices/operator/audit-actions.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { consumeLimits } from '../../platform/limits/limiter.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { insertAuditEvent, lockCaller } from './store.ts'

/** Files that leave the console: limited, and audited with their filters (rules.md §17.14). */

const exportsPerHour = defineSetting(
  'operator.exportsPerHour',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  20,
  'Files with decisions or audit events that an operator may take out of the console in an hour',
)

/** The most rows in a file: a month of a busy house, and a size that any spreadsheet opens. */
export const maxExported = 5000

/**
 * Counts the export of an operator before anything is read.
 * @throws Refusal `REQUEST_LIMIT` with `retryAfter`
 */
export async function admitExport(context: Context, { operatorId }: OperatorCaller): Promise<void> {
  const max = await context.settings.get(exportsPerHour)
  await consumeLimits(context.database, context.clock.now(), [
    { key: `operator-exports:${operatorId}`, max, within: 3600, code: 'REQUEST_LIMIT' },
  ])
}

/**
 * Audits what is about to be answered: by what it was narrowed, and how many rows it has. If this throws,
 * nothing may be answered.
 * @throws Refusal `INACTIVE_USER`, `invalid-token` if the operator may call no more
 */
export async function auditExport(
  context: Context,
  caller: OperatorCaller,
  { action, filter, count }: { action: AuditAction; filter: Record<string, unknown>; count: number },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockCaller(tx, caller)
    const details = { ...(Object.keys(filter).length > 0 && { filter }), count }
    await insertAuditEvent(tx, { operatorId: caller.operatorId, action, details }, context.clock.now())
  })
}

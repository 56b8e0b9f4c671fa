import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type AuditEvent, findLastAuditEvent, insertAuditEvent } from './store.ts'

/** The exports of operators and their audit log for other parts of the server. */
export { requireChecked } from './checked.ts'
export { type DecidedSearch, searchDecided, sumDecided, sumSearched } from './decided-store.ts'
export { inDemoSession, insertDemoOperators } from './demo.ts'
export { admitExport, auditExport, maxExported } from './exports.ts'
export { auditLooks, auditShown, type Look, operatorServices } from './looks.ts'
export { admitNumberSearch } from './number-search.ts'
export { admitOperator, operatorOfSession } from './session.ts'
export {
  type AuditEvent,
  type AuditPlace,
  type AuditRow,
  activeDemoOperators,
  type Colleague,
  lockActing,
  lockOperators,
  selectActive,
  selectOperators,
  selectRefusalsOf,
  sumDecisions,
} from './store.ts'
export { requireUntied } from './ties.ts'

/** Writes an audit event in the transaction of its subject, so that neither exists without the other. */
export const audit = (context: Context, tx: Tx, event: AuditEvent): Promise<void> =>
  insertAuditEvent(tx, event, context.clock.now())

/**
 * The last audit event of these actions about a subject, e.g. `withdrawal:123`. `tx`: inside a transaction.
 */
export const lastAuditEvent = (context: Context, subject: string, actions: string[], tx?: Tx) =>
  findLastAuditEvent(tx ?? context.db, subject, actions)

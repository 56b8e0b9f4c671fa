import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type Deed, findLastDeed, insertDeed } from './store.ts'

/** What other parts of the server may ask of operators and their audit log. */
export { insertDemoOperators } from './demo.ts'
export { auditLooks, type Look } from './looks.ts'
export { admitOperator } from './session.ts'
export { type AuditRow, type Colleague, type Deed, lockOperators, selectOperators } from './store.ts'

/** Audits a deed in the transaction that does it: neither is ever there without the other. */
export const audit = (context: Context, tx: Tx, deed: Deed): Promise<void> =>
  insertDeed(tx, deed, context.clock.now())

/** The last audited deed of these actions done to a subject, e.g. `withdrawal:123`. `tx`: inside a transaction. */
export const lastDeed = (context: Context, subject: string, actions: string[], tx?: Tx) =>
  findLastDeed(tx ?? context.db, subject, actions)

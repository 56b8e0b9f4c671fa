import type { LoginFailure } from '@krapao/contract/slices/operator/audit-actions.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { tryLimits } from '../../platform/limits/limiter.ts'
import { TooMany } from '../../platform/limits/too-many.ts'
import { hashToken } from '../account/public.ts'
import type { Context } from '../context.ts'
import { insertAuditEvent } from './store.ts'

/**
 * Audits that somebody did not get in, once a quarter of an hour for a reason, person and address: nobody may
 * fill the log, which is never emptied.
 * @param who the person as the caller named them; `operatorId`: undefined if there is no such operator
 */
export async function auditFailure(
  context: Context,
  {
    why,
    who,
    ip,
    operatorId,
  }: { why: LoginFailure; who: string; ip: string; operatorId: string | undefined },
): Promise<void> {
  const now = context.clock.now()
  const key = `audit:login-failed:${why}:${hashToken(`${who}\n${addressKey(ip)}`)}`
  const first = await tryLimits(context.database, now, [{ key, max: 1, within: 900, code: 'REQUEST_LIMIT' }])
  if (first instanceof TooMany) return
  const subject = operatorId === undefined ? '' : `operator:${operatorId}`
  const details = { why, ip }
  await insertAuditEvent(context.db, { operatorId: null, action: 'login-failed', subject, details }, now)
}

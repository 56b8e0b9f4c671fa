import type { FastifyRequest } from 'fastify'
import { addSeconds } from '../../platform/clock.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import { guess, hashToken, newToken, passwordFits, refuseBurst } from '../account/public.ts'
import type { Context } from '../context.ts'
import { emailOf } from './rules.ts'
import {
  findCredential,
  findSession,
  insertDeed,
  insertSession,
  type OperatorRow,
  revokeSession,
} from './store.ts'

const sessionHours = defineSetting(
  'operator.sessionHours',
  Type.Integer({ minimum: 1, maximum: 24 }),
  12,
  'Hours that an operator’s login lasts',
)

/**
 * Logs an operator in; members' limits on wrong passwords hold here, too (rules.md §2.3). An unknown email and a wrong
 * password take the same way and time. Success and failure are audited.
 * @returns the session token, which is stored nowhere, and who it is for
 * @throws Refusal `WRONG_CREDENTIAL`, `INACTIVE_USER`, `REQUEST_LIMIT`, `REQUEST_LIMIT_1MIN`
 */
export async function logIn(
  context: Context,
  given: { email: string; password: string; ip: string },
): Promise<{ token: string; operator: OperatorRow }> {
  const { db } = context
  await refuseBurst(context, 'operator-login', given.ip)
  const email = emailOf(given.email)
  const seen: { id?: string } = {}
  const operator = await guess(context, { account: `operator:${email}`, ip: given.ip }, async () => {
    const found = await findCredential(db, email)
    if (found) seen.id = found.id
    return (await passwordFits(found?.password_hash, given.password)) ? found : undefined
  })
  const now = context.clock.now()
  if (!operator?.is_active) {
    // An unknown email is not kept: people type passwords into the wrong field.
    const why = operator ? 'inactive' : seen.id ? 'password' : 'email'
    const subject = seen.id ? `operator:${seen.id}` : ''
    const details = { why, ip: given.ip }
    await insertDeed(db, { operatorId: null, action: 'login-failed', subject, details }, now)
    throw new Refusal(operator ? 'INACTIVE_USER' : 'WRONG_CREDENTIAL')
  }
  const token = newToken()
  const hours = await context.settings.get(sessionHours)
  await db.transaction().execute(async (tx) => {
    await insertSession(tx, {
      hash: hashToken(token),
      operatorId: operator.id,
      now,
      expiresAt: addSeconds(now, hours * 3600),
    })
    await insertDeed(tx, { operatorId: operator.id, action: 'login', details: { ip: given.ip } }, now)
  })
  return { token, operator }
}

/** Ends the caller's session. */
export async function logOut(context: Context, caller: OperatorCaller): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction().execute(async (tx) => {
    await revokeSession(tx, caller.sessionHash, now)
    await insertDeed(tx, { operatorId: caller.operatorId, action: 'logout' }, now)
  })
}

/**
 * Lets an operator's call in. Role and activity are read at each call, so that a change takes effect at once. Members'
 * tokens are not among the operators' (rules.md §16).
 * @throws Refusal `invalid-token` (401), `INACTIVE_USER` (403)
 */
export async function admitOperator(context: Context, request: FastifyRequest): Promise<OperatorCaller> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('invalid-token')
  const sessionHash = hashToken(token)
  const operator = await findSession(context.db, sessionHash, context.clock.now())
  if (!operator) throw new Refusal('invalid-token')
  if (!operator.is_active) throw new Refusal('INACTIVE_USER')
  return { operatorId: operator.id, name: operator.name, role: operator.role, sessionHash }
}

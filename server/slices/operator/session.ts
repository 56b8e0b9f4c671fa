import type { LoginFailure } from '@krapao/contract/slices/operator/audit-actions.ts'
import type { FastifyRequest } from 'fastify'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { addressKey, consumeLimits } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import { attemptLogin, type Device, hashToken, newToken, passwordFits } from '../account/public.ts'
import type { Context } from '../context.ts'
import { emailOf } from './rules.ts'
import {
  findCredential,
  findSession,
  insertAuditEvent,
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
 * Logs an operator in; the limits on wrong passwords are those of members, counted separately (rules.md §2.3). An
 * unknown email and a wrong password are handled alike and take the same time. Success, failure and the first of many
 * refused tries are audited.
 * @returns the session token, which is stored only as a hash, and the operator
 * @throws Refusal `WRONG_CREDENTIAL`, `INACTIVE_USER`, `REQUEST_LIMIT`, `REQUEST_LIMIT_1MIN`
 */
export async function logIn(
  context: Context,
  given: { email: string; password: string; ip: string; device: Device },
): Promise<{ token: string; operator: OperatorRow & { one_time_until: Date | null } }> {
  const { db } = context
  const email = emailOf(given.email)
  const seen: { id?: string } = {}
  const { password, ip, device } = given
  const guess = { circle: 'operator', name: email, password, ip, device } as const
  const operator = await attemptLogin(context, guess, async () => {
    const found = await findCredential(db, email)
    if (found) seen.id = found.id
    return (await passwordFits(found?.password_hash, given.password)) ? found : undefined
  }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await auditRefused(context, email, ip)
    throw error
  })
  const now = context.clock.now()
  const isLate = operator?.one_time_until != null && operator.one_time_until <= now
  if (!operator?.is_active || isLate) {
    // An unknown email is not stored, because people type passwords into the wrong field.
    const why: LoginFailure = isLate
      ? 'one-time-late'
      : operator
        ? 'inactive'
        : seen.id
          ? 'password'
          : 'email'
    const subject = seen.id ? `operator:${seen.id}` : ''
    const details = { why, ip }
    await insertAuditEvent(db, { operatorId: null, action: 'login-failed', subject, details }, now)
    throw new Refusal(operator && !isLate ? 'INACTIVE_USER' : 'WRONG_CREDENTIAL')
  }
  const token = newToken()
  const hours = await context.settings.get(sessionHours)
  await transaction(db, async (tx) => {
    await insertSession(tx, {
      hash: hashToken(token),
      operatorId: operator.id,
      now,
      expiresAt: addSeconds(now, hours * 3600),
    })
    await insertAuditEvent(tx, { operatorId: operator.id, action: 'login', details: { ip } }, now)
  })
  return { token, operator }
}

/**
 * Audits a try that a limit refused, once a quarter of an hour for an email and address: nobody may fill the log, which
 * is never emptied.
 */
async function auditRefused(context: Context, email: string, ip: string): Promise<void> {
  const now = context.clock.now()
  const key = `audit:login-refused:${hashToken(`${email}\n${addressKey(ip)}`)}`
  const isFirst = await consumeLimits(context.database, now, [
    { key, max: 1, within: 900, code: 'REQUEST_LIMIT' },
  ]).then(
    () => true,
    () => false,
  )
  if (!isFirst) return
  const found = await findCredential(context.db, email)
  const subject = found ? `operator:${found.id}` : ''
  const details = { why: 'limit' satisfies LoginFailure, ip }
  await insertAuditEvent(context.db, { operatorId: null, action: 'login-failed', subject, details }, now)
}

/** The calls that are permitted with a one-time password. */
const openBeforeChange = new Set(['/api/console/me', '/api/console/password', '/api/console/logout'])

/**
 * The session of a token that may receive the console's events; undefined if `admitOperator` would refuse the token.
 */
export async function sessionOf({ db, clock }: Context, token: string): Promise<string | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const hash = hashToken(token)
  return (await operatorOfSession({ db, clock }, hash)) && hash
}

/** The operator of a session by its name in the socket; undefined once the session may receive no events any more. */
export async function operatorOfSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  hash: string,
): Promise<OperatorRow | undefined> {
  const operator = await findSession(db, hash, clock.now())
  return operator?.is_active && operator.one_time_until === null ? operator : undefined
}

/** Ends the caller's session. */
export async function logOut(context: Context, caller: OperatorCaller): Promise<void> {
  const now = context.clock.now()
  await transaction(context.db, async (tx) => {
    await revokeSession(tx, caller.sessionHash, now)
    await insertAuditEvent(tx, { operatorId: caller.operatorId, action: 'logout' }, now)
  })
  context.sockets.endSession(caller.sessionHash)
}

/**
 * Authenticates an operator's call. Role and activity are read for each call, so that a change takes effect at once.
 * Members' tokens are not accepted (rules.md §16). After a login with a one-time password only an own password may be
 * set.
 * @throws Refusal `invalid-token` (401), `INACTIVE_USER`, `PASSWORD_CHANGE_REQUIRED` (403)
 */
export async function admitOperator(context: Context, request: FastifyRequest): Promise<OperatorCaller> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('invalid-token')
  const sessionHash = hashToken(token)
  const operator = await findSession(context.db, sessionHash, context.clock.now())
  if (!operator) throw new Refusal('invalid-token')
  if (!operator.is_active) throw new Refusal('INACTIVE_USER')
  const isOpen = openBeforeChange.has(request.routeOptions.url ?? '')
  if (operator.one_time_until !== null && !isOpen) throw new Refusal('PASSWORD_CHANGE_REQUIRED')
  return { operatorId: operator.id, name: operator.name, role: operator.role, sessionHash }
}

import type { LoginFailure } from '@krapao/contract/slices/operator/audit-actions.ts'
import type { FastifyRequest } from 'fastify'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import {
  attemptLogin,
  type Device,
  type DeviceNames,
  hashToken,
  newToken,
  passwordFits,
  shortenAddress,
} from '../account/public.ts'
import type { Context } from '../context.ts'
import { auditFailure } from './failures.ts'
import { usedSince } from './own-sessions.ts'
import { emailOf } from './rules.ts'
import { findSession, insertSession, noteUse, type SessionRow } from './session-store.ts'
import { findCredential, insertAuditEvent, type OperatorRow, revokeSession } from './store.ts'

const sessionHours = defineSetting(
  'operator.sessionHours',
  Type.Integer({ minimum: 1, maximum: 24 }),
  12,
  'Hours that an operator’s login lasts',
)

/**
 * Logs an operator in; the limits on wrong passwords are those of members, counted separately (rules.md
 * §2.3). An unknown email and a wrong password are handled alike and take the same time. Success, failure and
 * the first of many refused tries are audited.
 * @returns the session token, which is stored only as a hash, and the operator
 * @throws Refusal `WRONG_CREDENTIAL`, `INACTIVE_USER`, `REQUEST_LIMIT`, `REQUEST_LIMIT_1MIN`
 */
export async function logIn(
  context: Context,
  given: { email: string; password: string; ip: string; device: Device; names: DeviceNames },
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
      ...given.names,
      address: shortenAddress(ip),
      now,
      expiresAt: addSeconds(now, hours * 3600),
    })
    await insertAuditEvent(tx, { operatorId: operator.id, action: 'login', details: { ip } }, now)
  })
  return { token, operator }
}

/** Audits a try that a limit refused. */
async function auditRefused(context: Context, email: string, ip: string): Promise<void> {
  const found = await findCredential(context.db, email)
  await auditFailure(context, { why: 'limit', who: email, ip, operatorId: found?.id })
}

/** Seconds for which a use is not stored again. */
const useSeconds = 60

/**
 * What an operator has to do before anything else is possible, and the calls that are permitted until then.
 */
const steps = {
  PASSWORD_CHANGE_REQUIRED: ['/api/console/password'],
  SECOND_FACTOR_REQUIRED: ['/api/console/confirm', '/api/console/confirm/options'],
  SECOND_FACTOR_MISSING: [
    '/api/console/password',
    '/api/console/confirm',
    '/api/console/second-factor',
    '/api/console/passkeys',
    '/api/console/passkeys/options',
  ],
} as const
const openAlways = ['/api/console/me', '/api/console/logout']

/** The next step that the operator of a session has to take; undefined: none. */
export function stepBefore(
  { asksSecondFactor }: Pick<Context, 'asksSecondFactor'>,
  row: Pick<SessionRow, 'one_time_until' | 'has_code' | 'has_passkey' | 'has_given_factor'>,
): keyof typeof steps | undefined {
  if (row.one_time_until !== null) return 'PASSWORD_CHANGE_REQUIRED'
  if (row.has_code || row.has_passkey) return row.has_given_factor ? undefined : 'SECOND_FACTOR_REQUIRED'
  return asksSecondFactor ? 'SECOND_FACTOR_MISSING' : undefined
}

/**
 * The session of a token that may receive the console's events; undefined if `admitOperator` would refuse the
 * token.
 */
export async function sessionOf(context: Context, token: string): Promise<string | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const hash = hashToken(token)
  return (await operatorOfSession(context, hash)) && hash
}

/**
 * The operator of a session by its name in the socket; undefined once the session may receive no events any
 * more.
 */
export async function operatorOfSession(
  context: Pick<Context, 'db' | 'clock' | 'settings' | 'asksSecondFactor'>,
  hash: string,
): Promise<OperatorRow | undefined> {
  const open = { now: context.clock.now(), since: await usedSince(context) }
  const operator = await findSession(context.db, hash, open)
  return operator?.is_active && !stepBefore(context, operator) ? operator : undefined
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
 * Authenticates an operator's call. Role and activity are read for each call, so that a change takes effect
 * at once. Members' tokens are not accepted (rules.md §16). A session in which nobody did anything for
 * `operator.idleMinutes` has ended. After a login with a one-time password only an own password may be set;
 * without the second factor nothing else is possible than to give it, or to set one up where every operator
 * needs one.
 * @throws Refusal `invalid-token` (401), `INACTIVE_USER`, `PASSWORD_CHANGE_REQUIRED`,
 *   `SECOND_FACTOR_REQUIRED`, `SECOND_FACTOR_MISSING` (403)
 */
export async function admitOperator(context: Context, request: FastifyRequest): Promise<OperatorCaller> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('invalid-token')
  const sessionHash = hashToken(token)
  const open = { now: context.clock.now(), since: await usedSince(context) }
  const operator = await findSession(context.db, sessionHash, open)
  if (!operator) throw new Refusal('invalid-token')
  if (!operator.is_active) throw new Refusal('INACTIVE_USER')
  const step = stepBefore(context, operator)
  const url = request.routeOptions.url ?? ''
  if (step && ![...openAlways, ...steps[step]].includes(url)) throw new Refusal(step)
  // A page that nobody sits at says so of its calls: they keep no session open.
  const isAttended = request.headers['x-unattended'] === undefined
  if (isAttended && operator.last_used_at <= addSeconds(open.now, -useSeconds)) {
    await noteUse(context.db, sessionHash, open)
  }
  return { operatorId: operator.id, name: operator.name, role: operator.role, sessionHash }
}
